/** The origins that the toolbar needs: the preview's for its script, the console's for its frame; decisions/0227. */
export interface ToolbarOrigins {
  readonly preview: string
  readonly console: string
}

/**
 * Whether the policies of a page let the script of the toolbar run and its frame load. Each header value may hold
 * several policies, and all of them have to. A policy that is not understood counts as forbidding: the page is then
 * served unchanged. Source: Content Security Policy Level 3, sections 6.1 and 6.7.
 */
export const allowsToolbar = (policies: readonly string[], { preview, console }: ToolbarOrigins): boolean =>
  policies
    .flatMap((value) => value.split(','))
    .map(directivesOf)
    .every((directives) => {
      const script = firstOf(directives, ['script-src-elem', 'script-src', 'default-src'])
      const frame = firstOf(directives, ['frame-src', 'child-src', 'default-src'])
      return (
        !directives.has('sandbox') &&
        !script?.includes("'strict-dynamic'") &&
        allows(script, preview, preview) &&
        allows(frame, preview, preview) &&
        allows(frame, console, preview)
      )
    })

/** The first directive of a name counts, as browsers read it. */
const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name, ...values] = directive.trim().toLowerCase().split(/\s+/)
    if (name && !found.has(name)) found.set(name, values)
  }
  return found
}

const firstOf = (directives: ReadonlyMap<string, readonly string[]>, names: readonly string[]) =>
  names.map((name) => directives.get(name)).find((values) => values !== undefined)

const allows = (sources: readonly string[] | undefined, origin: string, self: string): boolean => {
  if (sources === undefined) return true
  const { protocol, host } = new URL(origin)
  const names = ['*', protocol, origin, host, ...(origin === self ? ["'self'"] : [])]
  return sources.some((source) => names.includes(source.replace(/\/$/, '')))
}
