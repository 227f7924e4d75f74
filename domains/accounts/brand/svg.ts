import { Parser } from 'htmlparser2'

const elements = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath clipPath mask
  linearGradient radialGradient stop pattern marker filter feBlend feColorMatrix feComposite feFlood feGaussianBlur
  feMerge feMergeNode feOffset`.split(/\s+/),
)
const attributes = new Set(
  `id class viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points transform preserveAspectRatio
  fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity opacity color stop-color stop-opacity offset gradientUnits gradientTransform
  spreadMethod clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type patternUnits
  patternContentUnits patternTransform href font-family font-size font-weight font-style text-anchor
  dominant-baseline letter-spacing textLength lengthAdjust rotate display visibility overflow filter filterUnits
  primitiveUnits in in2 result stdDeviation mode operator k1 k2 k3 k4 values type flood-color flood-opacity
  markerWidth markerHeight markerUnits refX refY orient marker-start marker-mid marker-end paint-order
  shape-rendering vector-effect`.split(/\s+/),
)

const depthMost = 100
const elementsMost = 20_000
// A `use` that refers to others that do makes the picture grow with every level: a drawing needs few.
const usesMost = 200

class UnsafeDrawing extends Error {}

/**
 * Only the drawing of an SVG, written again without scripts, handlers, style sheets, animations, foreign content,
 * entities, and references to anything outside of itself. Undefined if the text is no SVG, or has too many elements.
 */
export const drawingOf = (text: string): string | undefined => {
  const written: string[] = []
  try {
    readInto(written, text)
  } catch (error) {
    if (error instanceof UnsafeDrawing) return undefined
    throw error
  }
  const drawing = written.join('')
  return drawing.startsWith('<svg') ? drawing : undefined
}

const readInto = (written: string[], text: string) => {
  const open: { readonly name: string; readonly isKept: boolean }[] = []
  let count = 0
  let uses = 0
  const parser = new Parser(
    {
      onopentag: (name, values) => {
        const isRoot = open.length === 0
        count += 1
        uses += Number(name === 'use')
        if (open.length >= depthMost || count > elementsMost || uses > usesMost) throw new UnsafeDrawing()
        if (isRoot && (name !== 'svg' || written.length > 0)) throw new UnsafeDrawing()
        const isKept = elements.has(name) && (isRoot || open.at(-1)!.isKept)
        open.push({ name, isKept })
        if (isKept)
          written.push(`<${name}${isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${attributesOf(values)}>`)
      },
      ontext: (part) => {
        if (open.at(-1)?.isKept) written.push(escaped(part))
      },
      onclosetag: (name) => {
        // At the end of a text that stops within a tag, the parser closes an element that it never opened.
        if (open.at(-1)?.name !== name) return
        if (open.pop()!.isKept) written.push(`</${name}>`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => [name === 'xlink:href' ? 'href' : name, value] as const)
    .filter(([name, value]) => attributes.has(name) && isHarmless(name, value))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

/** A reference leads to the drawing itself or nowhere; what CSS could hide in escapes is left out with it. */
const isHarmless = (name: string, value: string) => {
  if (name === 'href') return /^#[\w.-]+$/.test(value.trim())
  if (/[\\@]|\/\*|expression|javascript:|data:/i.test(value)) return false
  const outside = value.replaceAll(/url\(\s*(['"]?)#[\w.-]+\1\s*\)/gi, '')
  return !/(url|image|image-set|src|attr)\s*\(/i.test(outside)
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML has no other control characters.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
