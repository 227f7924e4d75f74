import type { Mailer } from './mailer.ts'

/**
 * Hands a message over, now that the transaction that queued it is over, and returns the reply with `emailSent`: true
 * when a mail server has taken it. A mail that does not go out fails no request.
 */
export const withDeliveryStatus = async <R extends { readonly body: unknown }>(
  { deliver }: Pick<Mailer, 'deliver'>,
  mailId: string,
  reply: R,
): Promise<R> => ({ ...reply, body: { ...(reply.body as object), emailSent: await deliver(mailId) } })
