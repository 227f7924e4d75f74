export const channelsMost = 20

export const toldEvents = ['pending_request.created', 'cycle.completed', 'cycle.failed', 'pull_request.opened'] as const
type ToldEvent = (typeof toldEvents)[number]

export const isTold = (name: string): name is ToldEvent => (toldEvents as readonly string[]).includes(name)

interface ToldCycle {
  readonly handle: string
  readonly title: string
  readonly projectName: string
  /** The page of the cycle, which needs sign-in. */
  readonly address: string
  /** How many things of a change no test shows. */
  readonly unshown?: number
}

const sentences: Readonly<Record<ToldEvent, string>> = {
  'pending_request.created': 'waits for a person',
  'cycle.completed': 'was delivered',
  'cycle.failed': 'failed',
  'pull_request.opened': 'has a pull request',
}

/** The message to a channel: names and a link, without the code, the request or the client. */
export const messageOf = (name: ToldEvent, { handle, title, projectName, address, unshown = 0 }: ToldCycle) => ({
  text: `${projectName}: ${handle} “${title}” ${sentences[name]}.${unshown === 0 ? '' : ` ${unshown === 1 ? '1 part of this change has' : `${unshown} parts of this change have`} no test.`}`,
  link: { label: 'Open in Atelier', url: address },
})

/** Why an address cannot be one of a channel of this kind; undefined if it may be. A relay has any other host. */
export const otherService = (kind: 'slack' | 'teams', hostname: string): string | undefined => {
  const isBelow = (...domains: readonly string[]) =>
    domains.some((one) => hostname === one || hostname.endsWith(`.${one}`))
  if (kind === 'slack')
    return isBelow('logic.azure.com', 'powerplatform.com', 'webhook.office.com')
      ? 'is one of Microsoft Teams'
      : undefined
  if (isBelow('slack.com')) return 'is one of Slack'
  return isBelow('webhook.office.com')
    ? 'is one of a connector, which Microsoft Teams retires: create a webhook with Workflows'
    : undefined
}
