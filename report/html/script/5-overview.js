function overviewPage() {
  const s = D.summary, counts = D.rules.map(() => 0), worst = D.rules.map(() => 0);
  for (const f of D.findings) {
    if (f.suppressed) continue;
    counts[f.rule]++;
    worst[f.rule] = Math.max(worst[f.rule], f.severity);
  }
  const show = values => { go('findings'); pages.findings.grid.reset(values); };
  const tile = (n, text, cls, page) => page
    ? h('button', {type: 'button', class: 'tile', click: page}, h('b', {class: cls}, String(n)), text)
    : h('div', {class: 'tile'}, h('b', {class: cls}, String(n)), text);
  const rules = D.rules.map((r, i) => i).filter(i => counts[i]).sort((a, b) => worst[b] - worst[a] || counts[b] - counts[a] || compare(D.rules[a].id, D.rules[b].id));
  // Findings know applications by name; several may have the same.
  const apps = distinct(D.apps.map(a => a.name)).map(name => {
    const all = D.apps.filter(a => a.name === name), found = [0, 0, 0, 0];
    for (const f of D.findings) if (!f.suppressed && f.app.split(', ').includes(name)) found[f.severity]++;
    return {name, all, found};
  }).sort((a, b) => b.found[3] - a.found[3] || b.found[2] - a.found[2] || b.found[1] - a.found[1]);
  return h('div', {},
    h('div', {class: 'tiles'},
      tile(s.error, W.severity3, 's3', () => show(['3'])), tile(s.warning, W.severity2, 's2', () => show(['2'])), tile(s.note, W.severity1, 's1', () => show(['1'])),
      tile(s.applications, W.applications), tile(s.references, W.references), tile(s.methods, W.methods, '', () => go('methods')), tile(s.services, W.services),
      tile(undecided.length, W.open, '', () => go('open')), tile(s.problems, W.problems, '', () => go('problems'))),
    h('h2', {}, W.worstFirst),
    rules.length ? plain([W.rule, W.what, W.severity, W.count], rules.map(i => [
      h('button', {type: 'button', class: 'link', click: () => show(['', String(i)])}, D.rules[i].id + ' ' + D.rules[i].name),
      D.rules[i].summary, badge(worst[i]), String(counts[i])]), [3]) : h('p', {}, W.noFindings),
    h('h2', {}, W.applications),
    plain([W.application, W.version, W.folder, W.references, W.services, sevName(3), sevName(2), sevName(1)], apps.map(x => [
      h('button', {type: 'button', class: 'link', click: () => show(['', '', x.name])}, x.name),
      x.all.map(a => h('div', {}, (a.dubbo || W.unknown) + ' ', h('span', {class: 'dim'}, a.origin), a.fails.map(t => h('p', {class: 's3'}, say(W.startup, t))))),
      x.all.map(a => h('div', {}, h('code', {}, a.root))),
      String(sum(x.all, a => a.references)), String(sum(x.all, a => a.services)),
      ...[3, 2, 1].map(n => x.found[n] ? h('b', {class: 's' + n}, String(x.found[n])) : '0')]), [3, 4, 5, 6, 7]),
    h('p', {class: 'dim screen'}, W.keys));
}

const undecided = D.open.filter(o => o.what !== 'unsure');

function openPage() {
  const rest = o => [o.why, String(o.count), [h('ul', {}, o.places.map(p => h('li', {}, h('code', {}, p)))), o.count > o.places.length ? '…' : '']];
  const unsure = D.open.filter(o => o.what === 'unsure');
  return h('div', {}, h('p', {class: 'dim'}, W.openNote), undecided.length ? plain([W.what, W.why, W.count, W.place], undecided.map(o => [o.what, ...rest(o)]), [2]) : h('p', {}, W.allDecided),
    unsure.length ? [h('h2', {}, W.unsure), plain([W.why, W.count, W.place], unsure.map(rest), [1])] : null);
}

function problemsPage() {
  return D.problems.length
    ? plain([W.place, W.kind, W.why], D.problems.map(p => [h('code', {}, p.place), p.kind, p.minor ? say(W.minor, p.text) : p.text]))
    : h('p', {}, W.noProblems);
}
