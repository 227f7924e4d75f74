/** One thing that `atelier doctor` looked at. A problem keeps the server from working; a warning takes something away. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly finding: string
  /** The remedy for a warning or a problem. */
  readonly remedy?: string | undefined
}

export const fine = (name: string, finding: string): Check => ({ name, state: 'ok', finding })
export const warning = (name: string, finding: string, remedy: string): Check => {
  return { name, state: 'warning', finding, remedy }
}
export const problem = (name: string, finding: string, remedy?: string): Check => {
  return { name, state: 'problem', finding, remedy }
}
