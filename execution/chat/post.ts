import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'

const chatKinds = ['slack', 'teams'] as const
export type ChatKind = (typeof chatKinds)[number]

/** A channel did not take a message. The sentence is for people and holds no address. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure'
}

export interface ChatMessage {
  /** Plain text, cut if it is long; markup of a chat program is shown as it is written. */
  readonly text: string
  readonly link: { readonly label: string; readonly url: string }
}

const withinMs = 15_000
const answerMaxBytes = 65_536

/** Slack shows as many characters; each takes at most six bytes of JSON: a card stays below the 28 KB of Teams. */
const textMost = 4_000

/**
 * Posts a message to the incoming webhook of a channel. Throws a `ChatFailure`.
 * Sources: Slack, “Sending messages using incoming webhooks” and “Formatting text”; Microsoft Teams, “Create incoming
 * webhooks with Workflows”, an Adaptive Card 1.4; “RichTextBlock”.
 */
export const postToChat = async (
  fetcher: Fetcher,
  { kind, url }: { readonly kind: ChatKind; readonly url: string },
  { text, link }: ChatMessage,
  signal: AbortSignal,
): Promise<void> => {
  const message = { text: cut(text), link }
  const status = await send(fetcher, url, kind === 'slack' ? slackBody(message) : teamsBody(message), signal)
  if (status >= 200 && status < 300) return
  throw new ChatFailure(sentenceOf(status))
}

const cut = (text: string): string => {
  if (text.length <= textMost) return text
  // Half of a pair of code units would be shown as a sign for what cannot be read.
  return `${text.slice(0, textMost - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const sentenceOf = (status: number): string => {
  if ([401, 403, 404, 410].includes(status))
    return `The channel has no such webhook any more (${status}). Create a new one there.`
  if (status === 429) return 'The channel takes no more messages for now (429). Try again later.'
  if (status >= 400 && status < 500)
    return `The channel refused the message (${status}). Look at what its webhook expects.`
  return `The channel answered with status ${status}.`
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

// A TextBlock would read Markdown and dates in the titles of tasks; the runs of a RichTextBlock are plain text.
const teamsBody = ({ text, link }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
        actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
      },
    },
  ],
})
