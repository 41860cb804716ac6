const sevName = n => W['severity' + n];
const badge = n => h('b', {class: 's' + n}, sevName(n));
const runsText = c => c.runs < 0 ? '?' : c.maxRuns > c.runs ? say(W.background, c.runs, c.maxRuns) : String(c.runs);
const value = (c, i) => D.settings[c.core[i]];
const number = (c, i) => value(c, i).number === null ? -1 : value(c, i).number;
const verdictOf = c => c.verdict < 0 ? '' : D.verdicts[c.verdict].text;
const index = list => list.forEach((r, i) => { r.i = i; });
index(D.findings);
index(D.calls);
const options = list => distinct(list).map(t => [t, t]);

function findingsPage() {
  const ruleText = f => D.rules[f.rule].id + ' ' + D.rules[f.rule].name;
  return grid({
    rows: D.findings,
    gone: f => f.suppressed,
    cols: [
      {label: W.message, cell: f => f.message, get: f => f.message},
      {label: W.severity, cls: 'w-s', cell: f => badge(f.severity), get: f => f.severity * 4 + f.confidence, down: true},
      {label: W.rule, cls: 'w-m', cell: ruleText, get: ruleText},
      {label: W.application, cls: 'w-m', cell: f => f.app, get: f => f.app},
      {label: W.place, cls: 'w-l', cell: f => h('code', {}, f.place), get: f => f.place},
    ],
    filters: [
      {label: W.severity, options: [3, 2, 1].map(n => [String(n), sevName(n)]), test: (f, v) => f.severity === +v},
      {label: W.rule, options: D.rules.map((r, i) => [String(i), r.id + ' ' + r.name]).sort((a, b) => compare(a[1], b[1])), test: (f, v) => f.rule === +v},
      {label: W.application, options: options(D.findings.flatMap(f => f.app.split(', ')).filter(Boolean)), test: (f, v) => f.app.split(', ').includes(v)},
    ],
    text: f => [f.message, f.subject, f.app, f.place, ruleText(f)].join('\n'),
    detail: f => [
      h('p', {}, h('code', {}, f.subject), ' ', h('span', {class: 'tag'}, W['confidence' + f.confidence]), ' ',
        f.suppressed ? h('span', {class: 'tag'}, say(W.suppressed, f.suppressed)) : null, ' ',
        f.call >= 0 ? h('button', {type: 'button', class: 'link', click: () => { go('methods'); pages.methods.grid.only(D.calls[f.call]); }}, W.toCall) : null),
      part(W.source, snippet(f.snippet)),
      part(W.related, f.related.map(r => [h('p', {}, r.text), snippet(r.snippet)])),
      part(W.fixes, f.fixes.map(diff)),
      part(W.fixRule, D.rules[f.rule].fix || null),
      f.call >= 0 ? effect(D.calls[f.call]) : [],
    ].flat(),
  });
}

function methodsPage() {
  const name = c => refOf(c).name + '#' + c.method;
  const short = c => refOf(c).name.split(' ')[0].replace(/^.*[.]/, '') + '#' + c.method.replace(/[\w$]+[.](?=[\w$])/g, '');
  return grid({
    rows: D.calls.slice().sort((a, b) => b.findings - a.findings || b.maxRuns - a.maxRuns || a.i - b.i),
    cols: [
      {label: W.reference + ' # ' + W.method, cell: c => [short(c), h('span', {class: 'sub'}, refOf(c).name)], get: short},
      {label: W.application, cls: 'w-m', cell: c => appName(refOf(c).app), get: c => appName(refOf(c).app)},
      {label: W.retries, cls: 'w-c num', cell: c => value(c, 0).value, get: c => number(c, 0), down: true},
      {label: W.timeout, cls: 'w-n num', cell: c => value(c, 1).value, get: c => number(c, 1), down: true},
      {label: W.cluster, cls: 'w-n', cell: c => value(c, 2).value, get: c => value(c, 2).value},
      {label: W.runs, cls: 'w-n num', cell: runsText, get: c => c.maxRuns * 1e6 + c.runs, down: true},
      {label: W.worst, cls: 'w-n num', cell: c => c.worstMs ? c.worstMs + ' ms' : '?', get: c => c.worstMs, down: true},
      {label: W.verdict, cls: 'w-m', cell: verdictOf, get: verdictOf, down: true},
      {label: W.findings, cls: 'w-c num', cell: c => String(c.findings), get: c => c.findings, down: true},
    ],
    filters: [
      {label: W.application, options: D.apps.map((a, i) => [String(i), a.label]), test: (c, v) => refOf(c).app === +v},
      {label: W.cluster, options: options(D.calls.map(c => value(c, 2).value)), test: (c, v) => value(c, 2).value === v},
      {label: W.verdict, options: options(D.verdicts.map(v => v.kind)), test: (c, v) => c.verdict >= 0 && D.verdicts[c.verdict].kind === v},
      {label: W.what, options: [['runs', W.repeated], ['found', W.withFinding], ['open', W.undecided]],
        test: (c, v) => v === 'runs' ? c.maxRuns > 1 : v === 'found' ? c.findings > 0 : c.core.some(i => D.settings[i].unknown)},
    ],
    text: c => [name(c), appName(refOf(c).app), refOf(c).place, verdictOf(c), value(c, 2).value].join('\n'),
    detail: c => [
      h('p', {}, h('code', {}, name(c))),
      h('p', {}, h('code', {}, refOf(c).place), ' ', h('span', {class: 'tag'}, c.mode), ' ',
        c.findings ? h('button', {type: 'button', class: 'link', click: () => findingsOf(c)}, W.toFindings) : null),
      effect(c),
      part(W.calledAt, bullets(c.calledAt)),
    ].flat(),
  });
}

function findingsOf(c) {
  go('findings');
  pages.findings.grid.pick(f => f.call === c.i);
}
