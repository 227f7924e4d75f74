import type { TextItem } from './page-items.ts'

const turns = [0, 90, 180, 270] as const
/** Degrees, to the right, that turn the picture of a page upright. */
type Turn = (typeof turns)[number]

const orientationLeast = 2

/** The turn in what `tesseract --psm 0` prints; 0 for an uncertain one. */
export const turnOf = (printed: string): Turn => {
  const numberAfter = (name: string) => Number(new RegExp(`^${name}: ([\\d.]+)$`, 'm').exec(printed)?.[1] ?? 0)
  const turn = turns.find((one) => one === numberAfter('Rotate')) ?? 0
  return numberAfter('Orientation confidence') < orientationLeast ? 0 : turn
}

export type Word = TextItem & { readonly sureness: number }

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface FoundWord extends Box {
  readonly text: string
  readonly sureness: number
}

/**
 * Parses a table of Tesseract: level, page, block, paragraph, line, word, left, top, width, height, confidence, text.
 * Turns the page upright and makes its lines level. Words share the base line of their line. Every line up to 1.35
 * times the median height, also a lower line, gets the median as its size, so that only headings differ.
 */
export const wordsOf = (table: string, turn: Turn = 0): readonly Word[] => {
  const rows = table.split('\n').map((row) => row.split('\t'))
  const page = boxOf(rows.find(([level]) => level === '1') ?? [])
  const lines = new Map<string, FoundWord[]>()
  for (const row of rows) {
    const [level, , , , , , , , , , sureness, text = ''] = row
    // A rule between two columns is read as a bar.
    if (level !== '5' || text.trim() === '' || /^[|\u00A6]+$/.test(text)) continue
    const id = row.slice(1, 5).join(' ')
    const word = { ...turned(boxOf(row), page, turn), text, sureness: Number(sureness) }
    lines.set(id, [...(lines.get(id) ?? []), word])
  }
  const slope = slopeOf([...lines.values()])
  const heights = [...lines.values()].map((words) => heightOf(words, slope)).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 1
  return [...lines.values()].flatMap((words) => {
    const height = heightOf(words, slope)
    const size = height < usual * 1.35 ? usual : height
    const y = Math.max(...words.map((word) => word.y + word.height - slope * middleOf(word)))
    return words.map((word) => {
      const isRightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word.text)
      const { text, sureness, width } = word
      return { text, x: word.x + slope * word.y, y, width, size, isRightToLeft, sureness }
    })
  })
}

const boxOf = (row: readonly string[]): Box => {
  const [x = 0, y = 0, width = 0, height = 0] = row.slice(6, 10).map(Number)
  return { x, y, width, height }
}

const turned = ({ x, y, width, height }: Box, page: Box, turn: Turn): Box => {
  if (turn === 90) return { x: page.height - y - height, y: x, width: height, height: width }
  if (turn === 180) return { x: page.width - x - width, y: page.height - y - height, width, height }
  if (turn === 270) return { x: y, y: page.width - x - width, width: height, height: width }
  return { x, y, width, height }
}

const middleOf = ({ x, width }: Box) => x + width / 2
// The box of a long word on a falling line is higher than its letters.
const heightOf = (words: readonly Box[], slope: number) =>
  Math.max(...words.map(({ height, width }) => height - Math.abs(slope) * width))

const wordsLeast = 4
const levelBelow = 0.005

/** How far lines fall for each step to the right, by the middle of all lines that are long enough; 0 for almost none. */
const slopeOf = (lines: readonly (readonly Box[])[]): number => {
  const slopes = lines
    .filter((words) => words.length >= wordsLeast)
    .map(slopeOfLine)
    .toSorted((a, b) => a - b)
  const slope = slopes[Math.floor(slopes.length / 2)] ?? 0
  return Math.abs(slope) < levelBelow ? 0 : slope
}

/** Least squares over the middles of the words. */
const slopeOfLine = (words: readonly Box[]): number => {
  const points = words.map((word) => [middleOf(word), word.y + word.height / 2] as const)
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const across = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return across === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / across
}
