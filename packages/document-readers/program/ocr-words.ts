import type { TextItem } from './page-items.ts'

const rotations = [0, 90, 180, 270] as const
/** Degrees, to the right, that turn the picture of a page upright. */
type Rotation = (typeof rotations)[number]

const confidenceLeast = 2

/** Reads the rotation of a page from the output of `tesseract --psm 0`; 0 if its confidence is too low. */
export const readRotation = (printed: string): Rotation => {
  const numberAfter = (name: string) => Number(new RegExp(`^${name}: ([\\d.]+)$`, 'm').exec(printed)?.[1] ?? 0)
  if (numberAfter('Orientation confidence') < confidenceLeast) return 0
  return rotations.find((rotation) => rotation === numberAfter('Rotate')) ?? 0
}

export type Word = TextItem & { readonly confidence: number }

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const headingRatio = 1.35

/**
 * Parses a table of Tesseract: level, page, block, paragraph, line, word, left, top, width, height, confidence, text.
 * Turns the page upright and makes its lines level. Words share the base line of their line. Every line up to
 * `headingRatio` times the median height, also a lower line, gets the median as its size: only headings differ.
 */
export const wordsOf = (table: string, rotation: Rotation = 0): readonly Word[] => {
  const rows = table.split('\n').map((row) => row.split('\t'))
  const page = boxOf(rows.find(([level]) => level === '1') ?? [])
  const lines = new Map<string, (Box & { readonly text: string; readonly confidence: number })[]>()
  for (const row of rows) {
    const [level] = row
    const [confidence, text = ''] = row.slice(10)
    // Tesseract reads a rule between two columns as a bar.
    if (level !== '5' || text.trim() === '' || /^[|\u00A6]+$/.test(text)) continue
    const id = row.slice(1, 5).join(' ')
    const word = { ...rotate(boxOf(row), page, rotation), text, confidence: Number(confidence) }
    lines.set(id, [...(lines.get(id) ?? []), word])
  }
  const slope = slopeOf([...lines.values()])
  const heights = [...lines.values()].map((words) => heightOf(words, slope)).toSorted((a, b) => a - b)
  const medianHeight = heights[Math.floor(heights.length / 2)] ?? 1
  return [...lines.values()].flatMap((words) => {
    const height = heightOf(words, slope)
    const size = height < medianHeight * headingRatio ? medianHeight : height
    const y = Math.max(...words.map((word) => word.y + word.height - slope * centerOf(word)))
    return words.map((word) => {
      const isRightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word.text)
      const { text, confidence, width } = word
      return { text, x: word.x + slope * word.y, y, width, size, isRightToLeft, confidence }
    })
  })
}

const boxOf = (row: readonly string[]): Box => {
  const [x = 0, y = 0, width = 0, height = 0] = row.slice(6, 10).map(Number)
  return { x, y, width, height }
}

const rotate = ({ x, y, width, height }: Box, page: Box, rotation: Rotation): Box => {
  if (rotation === 90) return { x: page.height - y - height, y: x, width: height, height: width }
  if (rotation === 180) return { x: page.width - x - width, y: page.height - y - height, width, height }
  if (rotation === 270) return { x: y, y: page.width - x - width, width: height, height: width }
  return { x, y, width, height }
}

const centerOf = ({ x, width }: Box) => x + width / 2
// On a sloping line, the box of a long word is higher than its letters.
const heightOf = (words: readonly Box[], slope: number) =>
  Math.max(...words.map(({ height, width }) => height - Math.abs(slope) * width))

const wordsOfSlopeLeast = 4
/** Lines of a smaller slope count as level. */
const slopeLeast = 0.005

/** The median slope of all lines with enough words, positive if they fall to the right; 0 if they are nearly level. */
const slopeOf = (lines: readonly (readonly Box[])[]): number => {
  const slopes = lines
    .filter((words) => words.length >= wordsOfSlopeLeast)
    .map(slopeOfLine)
    .toSorted((a, b) => a - b)
  const slope = slopes[Math.floor(slopes.length / 2)] ?? 0
  return Math.abs(slope) < slopeLeast ? 0 : slope
}

/** Least squares over the middles of the words. */
const slopeOfLine = (words: readonly Box[]): number => {
  const points = words.map((word) => [centerOf(word), word.y + word.height / 2] as const)
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const across = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return across === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / across
}
