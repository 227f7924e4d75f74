/** A text within a value. */
export interface Leaf {
  /** Where it stands: the same for all pieces of one text. */
  readonly channel: string
  readonly text: string
  readonly write: (text: string) => void
}

// Pieces come in small events: a larger one is not the work of a model.
const leavesMost = 2_000
const places = ['index', 'output_index', 'content_index', 'summary_index']

type Fields = Record<string, unknown>

/** The texts of an event, told apart by names and by the indices that stand beside them. */
export const leavesOf = (value: unknown): Leaf[] => {
  const leaves: Leaf[] = []
  const visit = (inner: unknown, path: string) => {
    if (typeof inner !== 'object' || inner === null) return
    const fields = inner as Fields
    const marks = places.map((name) => fields[name]).filter((mark) => typeof mark === 'number')
    const here = marks.length > 0 ? `${path}#${marks.join()}` : path
    for (const name of Object.keys(fields)) {
      if (leaves.length >= leavesMost) return
      const found = fields[name]
      const channel = Array.isArray(inner) ? here : `${here}.${name}`
      if (typeof found !== 'string') visit(found, channel)
      else leaves.push({ channel, text: found, write: (text) => (fields[name] = text) })
    }
  }
  visit(value, '')
  return leaves
}
