import type { ReactNode } from 'react'
import type { LineRef } from './diff-rows.ts'

/** What belongs to the lines of a file beside their text. */
export interface LineNotes {
  /** Nodes shown below lines, by place. */
  readonly notes: ReadonlyMap<string, ReactNode>
  readonly onComment?: ((place: LineRef, text: string) => void) | undefined
}
