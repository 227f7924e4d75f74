import type { ReactNode } from 'react'
import type { LineRef } from './diff-rows.ts'

/** Parts beside the text of a file's lines. */
export interface LineNotes {
  /** Nodes shown below lines, by place. */
  readonly notes: ReadonlyMap<string, ReactNode>
  /** Lines with findings that one sentence above the file tells, by place. */
  readonly marked?: ReadonlySet<string> | undefined
  readonly onComment?: ((place: LineRef, text: string) => void) | undefined
}
