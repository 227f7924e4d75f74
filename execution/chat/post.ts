import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'

export const chatKinds = ['slack', 'teams'] as const
export type ChatKind = (typeof chatKinds)[number]

/** A channel did not take a message. The sentence is for people and holds no address. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure'
}

export interface ChatMessage {
  /** Plain text; what a chat program reads as markup is escaped. */
  readonly text: string
  readonly link: { readonly label: string; readonly url: string }
}

const withinMs = 15_000
const answerMaxBytes = 65_536

/**
 * Posts a message to the incoming webhook of a channel. Throws a `ChatFailure`.
 * Sources: Slack, “Sending messages using incoming webhooks” and “Formatting text”; Microsoft Teams, “Create incoming
 * webhooks with Workflows”, an Adaptive Card 1.4.
 */
export const postToChat = async (
  fetcher: Fetcher,
  { kind, url }: { readonly kind: ChatKind; readonly url: string },
  message: ChatMessage,
  signal: AbortSignal,
): Promise<void> => {
  const status = await send(fetcher, url, kind === 'slack' ? slackBody(message) : teamsBody(message), signal)
  if (status >= 200 && status < 300) return
  if (status === 403 || status === 404 || status === 410)
    throw new ChatFailure(`The channel has no such webhook any more (${status}). Create a new one there.`)
  throw new ChatFailure(`The channel answered with status ${status}.`)
}

const send = async (fetcher: Fetcher, url: string, body: object, signal: AbortSignal): Promise<number> => {
  try {
    const { status } = await fetcher.send({
      url,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'Atelier' },
      maxBytes: answerMaxBytes,
      withinMs,
      signal,
    })
    return status
  } catch (error) {
    if (error instanceof FetchRefusal) throw new ChatFailure('The channel could not be reached.', { cause: error })
    throw error
  }
}

const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const slackBody = ({ text, link }: ChatMessage) => ({
  text: `${slackText(text)} <${link.url}|${slackText(link.label)}>`,
  unfurl_links: false,
})

const teamsBody = ({ text, link }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: text.replaceAll(/[[\]*_`\\]/g, String.raw`\$&`), wrap: true }],
        actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
      },
    },
  ],
})
