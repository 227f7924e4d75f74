import { loopbackSite } from '../network/loopback-site.ts'

interface Card {
  readonly $schema: string
  readonly type: string
  readonly version: string
  readonly body: readonly {
    readonly type: string
    readonly inlines: readonly { readonly type: string; readonly text: string }[]
  }[]
  readonly actions: readonly { readonly type: string; readonly title: string; readonly url: string }[]
}

interface Attachment {
  readonly contentType?: string
  readonly content?: Card
}

const sizeMost = 28 * 1024
const cardType = 'application/vnd.microsoft.card.adaptive'

/**
 * A workflow of Teams on loopback that posts cards to a channel, as documented: 202 for a card that it takes, 400 and 413
 * for others, 401 without the signature of its address. Elements that read Markdown are refused.
 */
export const teamsWorkflow = async () => {
  const state = { status: 202, cards: [] as Card[] }
  const signature = 'sig-of-the-workflow'
  const site = await loopbackSite((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const { searchParams } = new URL(request.url!, 'http://host')
      const isSigned = searchParams.get('sig') === signature && request.method === 'POST'
      const card = cardIn(bytes, request.headers['content-type'])
      const status = isSigned ? judged(state.status, bytes, card) : 401
      if (status === 202) state.cards.push(card!)
      response.writeHead(status, status === 429 ? { 'retry-after': '17' } : {}).end()
    })
  })
  const path = '/workflows/1f0c/triggers/manual/paths/invoke'
  const query = `api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${signature}`
  return Object.assign(state, { host: site.host, webhookUrl: `${site.url}${path}?${query}`, signature })
}

const judged = (status: number, bytes: Buffer, card: Card | undefined) => {
  if (status !== 202) return status
  if (bytes.length > sizeMost) return 413
  return card ? 202 : 400
}

/** The card of a message; undefined if Teams would not show one. */
const cardIn = (bytes: Buffer, contentType: string | undefined): Card | undefined => {
  if (contentType !== 'application/json') return undefined
  const { type, attachments } = JSON.parse(bytes.toString()) as { type?: string; attachments?: Attachment[] }
  const { contentType: kind, content } = attachments?.[0] ?? {}
  const isCard =
    type === 'message' &&
    attachments?.length === 1 &&
    kind === cardType &&
    content?.$schema === 'http://adaptivecards.io/schemas/adaptive-card.json' &&
    content.type === 'AdaptiveCard' &&
    content.version === '1.4' &&
    content.body.every((one) => one.type === 'RichTextBlock' && one.inlines.every((run) => run.type === 'TextRun')) &&
    content.actions.every((one) => one.type === 'Action.OpenUrl' && /^https?:/.test(one.url))
  return isCard ? content : undefined
}
