/** A piece of text with its place on a page: `x` and `y` in points, `y` of its base line, growing downwards. */
export interface TextItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly isRightToLeft: boolean
  /** In a font whose blanks are as wide as its letters. */
  readonly isMonospaced?: boolean
  readonly address?: string | undefined
}

/** Text without a wide gap in one line. */
export interface Segment {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly size: number
}

/** Segments on one base line, from the side where reading begins. */
export interface Line {
  readonly y: number
  readonly size: number
  readonly segments: readonly Segment[]
  /** Segments, including parts of those in `segments`: they may be the cells of a compact table. */
  readonly cells: readonly Segment[]
}
