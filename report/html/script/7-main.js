// pages are made when they are first looked at.
const pages = {
  overview: {make: overviewPage, label: W.overview},
  findings: {makeGrid: findingsPage, label: W.findings + ' ' + D.findings.length},
  methods: {makeGrid: methodsPage, label: W.methods + ' ' + D.calls.length},
  graph: {make: graphPage, label: W.graph},
  open: {make: openPage, label: W.open + ' ' + undecided.length},
  problems: {make: problemsPage, label: W.problems + ' ' + D.problems.length},
};
const main = document.getElementById('main'), tabs = document.getElementById('tabs');
for (const [id, p] of Object.entries(pages)) {
  p.tab = h('a', {href: '#' + id}, p.label);
  p.section = h('section', {hidden: true, 'aria-label': p.label});
  tabs.append(p.tab);
  main.append(p.section);
}
let current = 'overview';

function fill(p) {
  if (p.section.firstChild) return;
  if (p.makeGrid) {
    p.grid = p.makeGrid();
    p.section.append(p.grid.element);
  } else {
    p.section.append(p.make());
  }
}

function go(id) {
  current = pages[id] ? id : 'overview';
  for (const [k, p] of Object.entries(pages)) {
    const on = k === current;
    if (on) {
      fill(p);
      p.tab.setAttribute('aria-current', 'page');
      tabs.scrollLeft = p.tab.offsetLeft - 40;
    } else {
      p.tab.removeAttribute('aria-current');
    }
    p.section.hidden = !on;
  }
  if (location.hash.slice(1) !== current) history.replaceState(null, '', '#' + current);
}

document.getElementById('about').textContent = say(W.about, D.version, D.summary.files);
addEventListener('hashchange', () => go(location.hash.slice(1)));
addEventListener('beforeprint', () => {
  for (const p of Object.values(pages)) {
    fill(p);
    if (p.grid) p.grid.all();
  }
});
addEventListener('keydown', e => {
  const g = pages[current].grid, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  if (e.key === 'Escape' && typing) return e.target.blur();
  if (typing) return;
  const id = Object.keys(pages)[+e.key - 1];
  if (id) return go(id);
  if (!g) return;
  if (e.key === '/') {
    e.preventDefault();
    g.search.focus();
  } else if (e.key === 'j' || e.key === 'k') {
    const buttons = [...g.body.querySelectorAll('button.open')];
    const at = buttons.indexOf(document.activeElement) + (e.key === 'j' ? 1 : -1);
    if (buttons[at]) buttons[at].focus();
  }
});
go(location.hash.slice(1));
document.documentElement.dataset.ready = 'yes';
