const read = id => JSON.parse(document.getElementById(id).textContent);
const W = read('words'), D = read('data');

// h makes an element. Texts become text nodes: nothing of the data is ever
// read as HTML.
function h(tag, props, ...kids) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (typeof v === 'function') e.addEventListener(k, v);
    else e.setAttribute(k, v === true ? '' : v);
  }
  e.append(...kids.flat(Infinity).filter(k => k !== null && k !== undefined && k !== false));
  return e;
}

// picture makes a drawing of the tool's own part of the page.
function picture(svg, cls) {
  const doc = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return h('div', {class: 'pic ' + (cls || ''), tabindex: '0'}, document.importNode(doc.documentElement, true));
}

// say puts values into a text where it has {0}, {1}.
const say = (text, ...values) => text.replace(/\{(\d)\}/g, (_, i) => values[i]);

const sum = (list, f) => list.reduce((n, x) => n + f(x), 0);
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
const appName = i => i < 0 ? W.outside : D.apps[i].label;
const refOf = c => D.refs[c.ref];
const distinct = list => [...new Set(list)].sort(compare);

// plain is a table without search: heads and rows of cells. The columns of a
// long one do not follow what is in them, which would take long on paper.
function plain(heads, rows, numeric) {
  const align = i => numeric && numeric.includes(i) ? {class: 'num'} : {};
  return h('table', {class: rows.length > 50 ? 'wide' : 'wide auto'},
    h('thead', {}, h('tr', {}, heads.map((t, i) => h('th', {scope: 'col', ...align(i)}, t)))),
    h('tbody', {}, rows.map(r => h('tr', {class: 'plain'}, r.map((c, i) => h('td', {'data-label': heads[i], ...align(i)}, c))))));
}
