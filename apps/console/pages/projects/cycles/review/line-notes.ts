import type { ReactNode } from 'react'
import type { LineRef } from './diff-rows.ts'

/** Parts beside the text of a file's lines. */
export interface LineNotes {
  /** Nodes shown below lines, by place. */
  readonly notes: ReadonlyMap<string, ReactNode>
  readonly onComment?: ((place: LineRef, text: string) => void) | undefined
}
