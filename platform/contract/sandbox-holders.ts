/** The numbers of sandboxes that runs, requests and people have. */
interface SandboxHolders {
  readonly runs: number
  readonly requests: number
  readonly people: number
}

/** How the operator allows more sandboxes. */
export const moreSandboxes = 'The operator of the server can allow more at once: ATELIER_SANDBOX_LIMIT.'

/** The holders of the sandboxes, such as “2 runs, 1 terminal or desktop”; empty without one. */
const sandboxHolders = ({ runs, requests, people }: SandboxHolders): string =>
  [
    counted(runs, 'run', 'runs'),
    counted(requests, 'push, import or other request', 'pushes, imports or other requests'),
    counted(people, 'terminal or desktop', 'terminals or desktops'),
  ]
    .filter((text) => text !== '')
    .join(', ')

const counted = (count: number, one: string, many: string) => (count > 0 ? `${count} ${count === 1 ? one : many}` : '')

/** The sentence for a person who waits, or has to come again. */
export const sandboxUseSentence = (use: SandboxHolders & { readonly active: number; readonly limit: number }): string =>
  `${use.active} of ${use.limit} sandboxes are in use (${sandboxHolders(use)}).`

/** The sentence for a run that waits; the place in the line is not always known. */
export const sandboxLineSentence = (wait: SandboxHolders & { readonly place: number | undefined }): string =>
  `${wait.place === undefined ? 'It is in the line' : `It is number ${wait.place} in the line`}. ${sandboxHolders(wait)} have the sandboxes of this server. ${moreSandboxes}`
