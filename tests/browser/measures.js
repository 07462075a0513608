// What a browser can measure of a page: run inside the page by tests, never sent to anybody.

// Texts too faint for what is behind them (WCAG AA).
function contrast() {
  const parse = (text) => {
    const parts = (text.match(/[\d.]+%?/g) || []).map((one) => one.endsWith('%') ? parseFloat(one) / 100 : parseFloat(one));
    if (!text.startsWith('rgb')) {
      if (text.startsWith('color(srgb')) {
        const [r, g, b, a = 1] = parts.slice(0);
        return [r * 255, g * 255, b * 255, a];
      }
      return [0, 0, 0, text === 'transparent' || text === 'none' ? 0 : 1];
    }
    const [r, g, b, a = 1] = parts;
    return [r, g, b, a];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const shine = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [light, dark] = [shine(one), shine(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none' && !style.backgroundImage.includes('svg')) return null;
      const colour = parse(style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    const page = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
    return layers.reverse().reduce((below, top) => over(top, below), page);
  };
  const under = (text) => {
    const box = text.getBoundingClientRect();
    const x = box.left + Math.min(3, box.width / 2), y = box.top + box.height / 2;
    let found = null;
    for (const one of text.ownerSVGElement.querySelectorAll('rect, circle, path, polygon, ellipse')) {
      if (!(one.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const r = one.getBoundingClientRect();
      if (r.left <= x && x <= r.right && r.top <= y && y <= r.bottom) {
        const style = getComputedStyle(one);
        const colour = parse(style.fill);
        colour[3] *= Number(style.fillOpacity) * Number(style.opacity);
        if (colour[3] > 0 && style.display !== 'none') {
          found = over(colour, found || behind(text.ownerSVGElement) || [255, 255, 255, 1]);
        }
      }
    }
    return found || behind(text.ownerSVGElement);
  };
  const faint = [];
  const check = (element, colour, below, words) => {
    if (!below) return;
    const style = getComputedStyle(element);
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const own = [...colour];
    own[3] *= opacity;
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    const wanted = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const found = ratio(over(own, below), below);
    if (found < wanted - 0.01) faint.push(`${found.toFixed(2)} < ${wanted}: ${words.trim().slice(0, 40)} <${element.tagName}>`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
    if (element.closest('script, style, noscript, option, [disabled], [aria-disabled=true]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const frame = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || frame.width < 2 || frame.height < 2) continue;
    if (element.closest('svg')) {
      const text = element.closest('text') || element;
      const style = getComputedStyle(text);
      const colour = parse(style.fill);
      colour[3] *= Number(style.fillOpacity);
      check(text, colour, under(text), node.textContent);
    } else check(element, parse(getComputedStyle(element).color), behind(element), node.textContent);
  }
  for (const field of document.querySelectorAll('input[placeholder], textarea[placeholder]')) {
    if (field.checkVisibility()) {
      check(field, parse(getComputedStyle(field, '::placeholder').color), behind(field), field.placeholder);
    }
  }
  return [...new Set(faint)];
}

// Things to press that are too small for a finger.
function targets() {
  const small = [];
  for (const one of document.querySelectorAll('button, .button, select, summary, input:not([type=hidden])')) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.hidden, .skip')) continue;
    const ticks = one.matches('[type=checkbox], [type=radio]');
    const box = (ticks && one.closest('label') || one).getBoundingClientRect();
    const least = one.matches('.small, summary, .small *') || ticks ? 24 : 44;
    if (box.height > 0 && box.height < least - 0.5) {
      small.push(`${box.height.toFixed(1)} < ${least}: <${one.tagName} class="${one.className}"> ${one.textContent.trim().slice(0, 30)}`);
    }
  }
  return [...new Set(small)];
}

// What makes the page wider than its window.
function beyond() {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide <= 0) return [];
  const found = [...document.querySelectorAll('main *, header *')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > document.documentElement.clientWidth + 1 && box.width > 0 && !one.closest('.scroll, svg, .hidden');
  });
  return [`${wide} px too wide`, ...found.slice(0, 5).map((one) => `<${one.tagName} class="${one.className}" id="${one.id}">`)];
}

// What has the focus, and whether one sees that it has.
function focus() {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const style = getComputedStyle(at);
  const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5;
  const box = at.getBoundingClientRect();
  const name = `<${at.tagName} class="${at.getAttribute('class') || ''}" id="${at.id}"> ${(at.textContent || '').trim().slice(0, 30)}`;
  const shown = box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0 && box.left < innerWidth;
  const mark = at.dataset.reached || (at.dataset.reached = String(Math.random()));
  return { name, mark, good: (outline || style.boxShadow !== 'none') && shown };
}
