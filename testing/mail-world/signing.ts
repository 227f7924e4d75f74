import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth'
import { createTransport } from 'nodemailer'

const domainName = 'example.com'
const keySelector = 'relay'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

// The headers that a provider signs by RFC 8058, section 4: both headers of unsubscribing are covered.
const headerFieldNames = ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']

/** A mail as the provider of the mailbox passes it on: with a signature of `example.com`. */
export const signedMail = async (raw: string): Promise<string> => {
  const relay = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: {
      domainName,
      keySelector,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      headerFieldNames: headerFieldNames.join(':'),
    },
  })
  const { message } = await relay.sendMail({ raw, envelope: { from: 'ada@example.com', to: 'lead@example.org' } })
  if (!Buffer.isBuffer(message)) throw new Error('The relay gave no bytes.')
  return message.toString()
}

/** A recipient's check of the signature: whether it holds, and which headers it covers, in lower case. */
export const signatureOf = async (signed: string) => {
  const resolver = async (name: string, type: string) => {
    if (name === `${keySelector}._domainkey.${domainName}` && type === 'TXT') return [[record]]
    throw Object.assign(new Error(`No ${type} record of ${name}`), { code: 'ENOTFOUND' })
  }
  const { results } = await dkimVerify(signed, { resolver })
  const [found] = results
  return {
    result: found?.status.result,
    domain: found?.signingDomain,
    headers: (found?.signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/),
  }
}
