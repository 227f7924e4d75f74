import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a signature may be, and how far ahead of this server's clock. Stripe's own libraries take five minutes too. */
const toleranceSeconds = 300
const headerMost = 2_048
const signaturesMost = 16

/**
 * Whether Stripe signed these bytes with this secret, at a time within five minutes of `now`.
 * Source: docs.stripe.com/webhooks#verify-manually, scheme `v1`: HMAC-SHA-256 over the time, a full stop and the bytes.
 */
export const isSignedByStripe = (bytes: Buffer, header: string | undefined, secret: string, now: Date): boolean => {
  const signed = header === undefined || header.length > headerMost ? undefined : readHeader(header)
  if (!signed || Math.abs(now.getTime() / 1_000 - signed.seconds) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${signed.time}.`).update(bytes).digest()
  // Each is compared, so that the time does not show which one fits.
  return signed.signatures.map((one) => timingSafeEqual(one, expected)).includes(true)
}

const readHeader = (header: string) => {
  const pairs = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  const [time, ...others] = valuesOf('t')
  const signatures = valuesOf('v1').filter((one) => /^[0-9a-f]{64}$/.test(one))
  if (time === undefined || others.length > 0 || !/^[0-9]{1,12}$/.test(time)) return undefined
  if (signatures.length === 0 || signatures.length > signaturesMost) return undefined
  return { time, seconds: Number(time), signatures: signatures.map((one) => Buffer.from(one, 'hex')) }
}
