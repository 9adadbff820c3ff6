// Puts the letters that a picture is written in into the picture.

/** Without them it is drawn in the reader's own fonts. */
export async function withFonts(svg: string): Promise<string> {
  const rules = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule);
  const used = rules.filter((rule) => svg.includes(rule.style.getPropertyValue('font-family').replace(/["']/g, '')));
  const faces = (await Promise.all(used.map(face))).join('');
  return faces ? svg.replace(/<svg[^>]*>/, (open) => `${open}<style>${faces}</style>`) : svg;
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // A style sheet of a browser extension does not expose its rules.
    return [];
  }
}

async function face({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const source = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1];
  if (!source) return '';
  try {
    const answer = await fetch(new URL(source, parentStyleSheet?.href ?? location.href));
    if (!answer.ok) return '';
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const rest = ['font-family', 'font-weight', 'font-style'].map((name) => [name, style.getPropertyValue(name)]).filter(([, value]) => value);
    return `@font-face{${rest.map((pair) => pair.join(':')).join(';')};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
  } catch {
    return '';
  }
}
