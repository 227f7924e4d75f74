const generic =
  /^(inherit|initial|unset|revert|revert-layer|serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[\w-]+|-apple-system|blinkmacsystemfont|segoe ui( emoji| symbol)?|apple color emoji|noto color emoji|helvetica|helvetica neue|arial|times|times new roman|courier|courier new|georgia|verdana|tahoma|trebuchet ms|menlo|monaco|consolas|liberation (sans|mono)|sfmono-regular|oxygen|ubuntu|cantarell|var)$/i
const icons = /icon|awesome|glyph|dashicons|symbols|swiper|slick|star$|woocommerce/i
const form = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

/** The first family of a `font-family` that is the page's own choice; undefined if all of them come with a system. */
export const ownFamily = (list: string): string | undefined =>
  list
    .slice(0, 1_000)
    .split(',')
    .map(plain)
    .find((family) => form.test(family) && !generic.test(family) && !icons.test(family))

/** A family without its quotes, and without what bundlers wrap around it: `__Inter_d65c78` is Inter. */
const plain = (text: string) => {
  const name = text
    .replace(/!important/i, '')
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2')
    .trim()
  const wrapped = /^__(.+?)(_Fallback)?_[0-9a-f]{6}$/.exec(name)?.[1]
  return wrapped ? wrapped.replaceAll('_', ' ') : name
}

/** The families that a link to a service of fonts asks for: `css2?family=Inter:wght@400;700`. */
export const linkedFamilies = (href: string): string[] => {
  if (!/^(https?:)?\/\/(fonts\.(googleapis\.com|bunny\.net)|fonts\.cdnfonts\.com)\//.test(href)) return []
  const url = URL.canParse(href, 'https://fonts.example') ? new URL(href, 'https://fonts.example') : undefined
  const asked = url?.searchParams.getAll('family').flatMap((list) => list.split('|')) ?? []
  return asked.flatMap((family) => ownFamily(family.split(':')[0]!.replaceAll('+', ' ')) ?? []).slice(0, 10)
}
