const chunk = 100; // rows made at a time; more when they come into view
const printed = 500; // rows of each table on paper

// fold makes letters equal that a reader takes for the same: large and small
// ones, wide and narrow ones.
const fold = s => s.normalize('NFKC').toLowerCase();

// grid is a table that can be searched, filtered and sorted. Of its rows only
// those that were scrolled to are in the page.
//   cols:    {label, cls, get(row) for sorting, cell(row), first sort order}
//   filters: {label, options: [[value, text]], test(row, value)}
//   text:    what of a row is searched
//   detail:  what a row shows when it is opened
function grid(spec) {
  const g = {rows: spec.rows, found: spec.rows, made: 0, by: -1, down: false, opened: null};
  const hay = new Array(g.rows.length);
  const search = h('input', {type: 'search', placeholder: W.search + ' ( / )', 'aria-label': W.search, input: () => later()});
  const selects = spec.filters.map(f => h('select', {'aria-label': f.label, change: () => apply()},
    h('option', {value: ''}, say(W.all, f.label)), f.options.map(([v, t]) => h('option', {value: v}, t))));
  const count = h('span', {class: 'n', role: 'status', 'aria-live': 'polite'});
  const heads = spec.cols.map((c, i) => h('th', {scope: 'col', class: c.cls}, c.get
    ? h('button', {type: 'button', click: () => sort(i)}, c.label) : c.label));
  const body = h('tbody');
  const more = h('div', {class: 'bar more'}, h('button', {type: 'button', click: () => append(chunk)}, W.more));
  const empty = h('p', {class: 'dim'}, W.noRows), cut = h('p', {class: 'paper'}, W.cut);
  g.search = search;
  g.body = body;
  g.element = h('div', {},
    h('div', {class: 'bar'}, search, selects, h('button', {type: 'button', click: () => g.reset()}, W.reset), count),
    h('table', {class: 'wide'}, h('thead', {}, h('tr', {}, heads)), body), empty, cut, more);

  let timer = 0;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(apply, 30);
  }
  function apply() {
    clearTimeout(timer);
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    const tests = spec.filters.map((f, i) => [f.test, selects[i].value]).filter(t => t[1] !== '');
    const before = g.found;
    g.found = words.length || tests.length ? g.rows.filter(r => tests.every(t => t[0](r, t[1])) && words.every(w => textOf(r).includes(w))) : g.rows.slice();
    order();
    // The same rows stay as they are: one that was opened meanwhile is not closed.
    if (g.made && g.found.length === before.length && g.found.every((r, i) => r === before[i])) return;
    show();
  }
  function textOf(r) {
    if (hay[r.i] === undefined) hay[r.i] = fold(spec.text(r));
    return hay[r.i];
  }
  function order() {
    if (g.by < 0) return;
    const get = spec.cols[g.by].get, sign = g.down ? -1 : 1;
    g.found = g.found.map(r => [get(r), r]).sort((a, b) => sign * compare(a[0], b[0]) || a[1].i - b[1].i).map(p => p[1]);
  }
  function sort(i) {
    g.down = g.by === i ? !g.down : !!spec.cols[i].down;
    g.by = i;
    heads.forEach((e, k) => k === i ? e.setAttribute('aria-sort', g.down ? 'descending' : 'ascending') : e.removeAttribute('aria-sort'));
    apply();
  }
  function show() {
    body.replaceChildren();
    g.made = 0;
    append(chunk);
    count.textContent = say(W.rows, g.found.length, g.rows.length);
    empty.hidden = g.found.length > 0;
    cut.hidden = g.found.length <= printed;
  }
  function append(n) {
    const to = Math.min(g.made + n, g.found.length);
    const rows = [];
    for (; g.made < to; g.made++) rows.push(row(g.found[g.made]));
    body.append(...rows);
    more.hidden = g.made >= g.found.length;
  }
  function row(r) {
    const tr = h('tr', {class: 'row' + (spec.gone && spec.gone(r) ? ' gone' : '')});
    spec.cols.forEach((c, i) => {
      const cell = c.cell(r);
      tr.append(h('td', {class: c.cls, 'data-label': i > 0 ? c.label : null}, i > 0 ? cell
        : h('button', {type: 'button', class: 'open', 'aria-expanded': 'false'}, cell)));
    });
    tr.addEventListener('click', e => {
      if (!e.target.closest('a, .link') && !String(getSelection())) toggle(tr, r);
    });
    return tr;
  }
  function toggle(tr, r) {
    const button = tr.querySelector('button.open'), open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    if (open) tr.nextSibling.remove();
    else tr.after(h('tr', {class: 'detail'}, h('td', {colspan: spec.cols.length}, spec.detail(r))));
  }

  // reset clears the search and the filters, and sets those given by number.
  g.reset = (values, text) => {
    search.value = text || '';
    selects.forEach((s, i) => { s.value = values && values[i] !== undefined ? values[i] : ''; });
    g.by = -1;
    heads.forEach(e => e.removeAttribute('aria-sort'));
    apply();
  };
  // pick shows the rows that pass a test, and only one row alone, opened.
  g.pick = test => {
    g.reset();
    g.found = g.rows.filter(test);
    show();
  };
  g.only = r => {
    g.pick(x => x === r);
    body.firstChild.querySelector('button.open').click();
  };
  g.all = () => append(Math.max(printed - g.made, 0));
  if ('IntersectionObserver' in window) {
    new IntersectionObserver(list => { if (list.some(e => e.isIntersecting)) append(chunk); }, {rootMargin: '600px'}).observe(more);
  }
  show();
  return g;
}
