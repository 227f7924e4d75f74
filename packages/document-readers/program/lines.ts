import { isWithoutSpace } from './cjk.ts'
import { linkOf } from './pages.ts'
import type { Line, Segment, TextItem } from './page-items.ts'

// In widths of a character as high as the text: a space, and a gap that parts cells or columns.
const spaceWidth = 0.15
// The cells of a table of Word are 0.98 apart at 11 points.
const gapWidth = 0.9
// Between the cells of a compact table. Words of justified text are as far apart, but not below each other.
const cellGapWidth = 0.45

/** Items as lines from top to bottom, those on one base line together. */
export const linesOf = (items: readonly TextItem[]): Line[] => {
  const sorted = items.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.y - b.y || a.x - b.x)
  const groups: TextItem[][] = []
  let y = Number.NaN
  for (const item of sorted) {
    if (Math.abs(item.y - y) <= item.size * 0.4) groups.at(-1)!.push(item)
    else {
      groups.push([item])
      y = item.y
    }
  }
  return groups.map(lineOf)
}

const lineOf = (items: readonly TextItem[]): Line => {
  const byPlace = items.toSorted((a, b) => a.x - b.x)
  const isRightToLeft = items.filter((item) => item.isRightToLeft).length > items.length / 2
  const partedBy = (width: number) => {
    const segments = groupsOf(byPlace, width).map((group) => segmentOf(group, isRightToLeft))
    return isRightToLeft ? segments.toReversed() : segments
  }
  return {
    y: items[0]!.y,
    size: Math.max(...items.map(({ size }) => size)),
    segments: partedBy(gapWidth),
    cells: partedBy(cellGapWidth),
  }
}

/** Items from left to right, parted at wider gaps. */
const groupsOf = (items: readonly TextItem[], width: number): readonly (readonly TextItem[])[] => {
  const groups: TextItem[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const [at, item] of items.entries()) {
    const isMonospaced = item.isMonospaced && items[at - 1]?.isMonospaced
    const isApart = item.x - right > item.size * (isMonospaced ? gapWidth : width)
    if (isApart || groups.length === 0) groups.push([])
    groups.at(-1)!.push(item)
    right = Math.max(right, item.x + item.width)
  }
  return groups
}

const segmentOf = (items: readonly TextItem[], isRightToLeft: boolean): Segment => {
  const inOrder = isRightToLeft ? items.toReversed() : items
  let text = ''
  let before: TextItem | undefined
  for (const [at, item] of inOrder.entries()) {
    if (before && isSpaced(before, item) && !isWithoutSpace(before.text, item.text)) text += ' '
    const isLinkOver = item.address !== inOrder[at + 1]?.address
    if (item.address === undefined) text += item.text
    else if (isLinkOver) text += linkOf(linkedText(inOrder, at), item.address)
    before = item
  }
  return {
    text: text.replaceAll(/\s+/g, ' ').trim(),
    left: items[0]!.x,
    right: Math.max(...items.map(({ x, width }) => x + width)),
    size: Math.max(...items.map(({ size }) => size)),
  }
}

/** The text of the link that ends at this item. */
const linkedText = (items: readonly TextItem[], last: number): string => {
  let first = last
  while (first > 0 && items[first - 1]!.address === items[last]!.address) first -= 1
  return items
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

const isSpaced = (before: TextItem, item: TextItem) => {
  const [left, right] = before.x < item.x ? [before, item] : [item, before]
  return right.x - (left.x + left.width) > item.size * spaceWidth
}
