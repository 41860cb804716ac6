function graphPage() {
  const g = D.graph;
  if (!g.edges.length) return h('p', {}, W.noGraph);
  const edges = g.edges.slice().sort((a, b) => b.runs - a.runs || b.methods - a.methods);
  return h('div', {},
    h('p', {class: 'dim'}, W.graphNote),
    g.picture ? choosable(picture(g.picture, 'calls')) : h('p', {class: 'dim'}, W.noPicture),
    g.paths.length ? [h('h2', {}, W.paths), h('p', {class: 'dim'}, W.pathNote),
      plain([W.path, W.each, W.product], g.paths.map(p => [
        h('ul', {class: 'steps'}, p.steps.map(s => h('li', {}, appName(s.app) + ' → ', h('code', {}, s.what)))),
        p.steps.map(s => s.runs || '?').join(' × '), h('b', {class: 's3'}, String(p.most))]), [2]),
      g.cut ? h('p', {class: 'dim'}, W.pathsCut) : null] : null,
    h('h2', {}, W.caller + ' → ' + W.callee),
    plain([W.caller, W.callee, W.references, W.methods, W.most, W.undecided],
      edges.map(e => [appName(e.from), appName(e.to), String(e.refs), String(e.methods), e.runs ? String(e.runs) : '?', String(e.open)]), [2, 3, 4, 5]));
}

// choosable lets the reader choose one application, whose calls stay visible.
function choosable(pic) {
  const apps = [...pic.querySelectorAll('.g-app')], calls = [...pic.querySelectorAll('.g-call')];
  let chosen = null;
  const choose = e => {
    chosen = chosen === e ? null : e;
    const n = chosen && chosen.dataset.app;
    for (const a of apps) a.setAttribute('aria-pressed', String(a === chosen));
    for (const c of calls) c.classList.toggle('off', chosen !== null && c.dataset.from !== n && c.dataset.to !== n);
  };
  for (const a of apps) {
    a.setAttribute('aria-pressed', 'false');
    a.addEventListener('click', () => choose(a));
    a.addEventListener('keydown', e => {
      if (e.key === 'Enter' || e.key === ' ') {
        e.preventDefault();
        choose(a);
      }
    });
  }
  return pic;
}
