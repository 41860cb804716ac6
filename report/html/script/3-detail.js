function snippet(i) {
  if (i < 0) return null;
  const s = D.snippets[i], pre = h('pre', {});
  for (const l of s.lines) {
    pre.append(h('span', {class: 'ln'}, String(l.n)));
    l.parts.forEach((p, k) => pre.append(k === 1 ? h('mark', {}, p) : p));
    pre.append('\n');
  }
  return [h('code', {class: 'dim'}, s.place), pre];
}

function diff(i) {
  const f = D.fixes[i];
  const head = h('p', {}, f.title + ' ', h('span', {class: 'tag'}, f.safe ? W.safe : W.look));
  if (!f.diff) return [head, h('p', {class: 'dim'}, W.noDiff)];
  const pre = h('pre', {});
  for (const l of f.diff.replace(/\n$/, '').split('\n')) {
    const file = l.startsWith('--- ') || l.startsWith('+++ ');
    pre.append(h('span', {class: file ? 'dim' : l[0] === '+' ? 'plus' : l[0] === '-' ? 'minus' : null}, l), '\n');
  }
  return [head, pre];
}

const origin = x => x.origin + (x.place ? ' ' + x.place : '');

// values shows settings with the chain of their origins and what they beat.
function values(list) {
  return plain([W.setting, W.value, W.from, W.lost], list.map(i => {
    const s = D.settings[i];
    const from = [s.unknown ? say(W.whyOpen, s.unknown) : origin(s)];
    if (s.via.length) from.push(' ← ' + s.via.join(' ← '));
    const lost = s.lost.map(l => h('li', {}, h('code', {}, l.value), ' ' + origin(l), l.reason ? h('span', {class: 'dim'}, ' ' + l.reason) : null));
    return [s.name, h('code', {class: 'v'}, s.value), from, lost.length ? h('ul', {}, lost) : h('span', {class: 'dim'}, W.nothing)];
  }));
}

const part = (title, ...kids) => kids.flat(Infinity).some(k => k) ? [h('h3', {}, title), ...kids] : [];
const bullets = list => list.length ? h('ul', {}, list.map(t => h('li', {}, t))) : null;

// effect shows what a call really does, without its source.
function effect(c) {
  return [
    part(W.values, values(c.core.concat(c.more))),
    part(W.sees, c.sees || null),
    part(W.fails, c.fails ? h('span', {class: 's3'}, c.fails) : null),
    part(W.unsure, bullets(c.unsure)),
    part(W.evidence, c.verdict >= 0 ? bullets(D.verdicts[c.verdict].evidence) : null),
    part(W.timeline, c.timeline >= 0 ? [c.assumed.length ? h('p', {class: 'dim'}, say(W.assumed, c.assumed.join(', '))) : null, picture(D.timelines[c.timeline])] : null),
  ].flat();
}
