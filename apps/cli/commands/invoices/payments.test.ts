import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { deliverStripe } from '../../../../testing/payments/deliver.ts'
import { stripeEvent } from '../../../../testing/payments/fake-stripe.ts'
import { connectTo, payingWorld, paymentServer } from '../../../../testing/payments/world.ts'
import { scene } from '../../../../testing/scene.ts'

const { server, stripe } = await paymentServer()

test('payments shows, tests and disconnects the provider, and invoices pay-link prints the payment page', async () => {
  const { at, invoice, webhookUrl } = await payingWorld(server)
  const run = (...words: string[]) => runCommand(server, at.owner, words)
  expect((await run('payments')).printed).toEqual([
    'stripe (test mode, key …F3c9) · takes payments',
    `  webhooks go to ${webhookUrl}`,
  ])
  expect((await run('payments', 'test')).printed).toEqual(['The provider takes the key.'])
  const [url] = (await run('invoices', 'pay-link', invoice)).printed
  const session = [...stripe.sessions.values()].at(-1)!
  expect(url).toBe(session.url)
  expect((await run('payments', 'list')).printed).toEqual(['There are no such payments.'])
  await deliverStripe(webhookUrl, stripeEvent({ ...stripe.pay(session.id), amount_total: 1 }))
  expect((await run('payments', 'list', '--outcome', 'mismatched')).printed).toEqual([
    expect.stringMatching(/ · stripe pi_\w+ · 1 EUR · mismatched · other_amount · invoice [0-9a-f]{8}$/),
  ])
  await connectTo(at, 'stripe', { apiKey: 'sk_test_revoked' })
  expect((await run('payments', 'test')).failure).toMatchObject({ code: 'payment_provider_refuses' })
  expect((await run('payments', 'disconnect')).printed).toEqual(['No payment provider is connected.'])
  expect((await run('invoices', 'pay-link', invoice)).failure).toMatchObject({ code: 'no_payment_provider' })
})

test('payments reports that a provider without a webhook secret takes no payments', async () => {
  const at = await scene(server)
  await connectTo(at, 'adyen', { webhookSecret: undefined, livePrefix: '1797a841fbb37ca7-Northwind', apiKey: 'AQE' })
  expect((await runCommand(server, at.owner, ['payments'])).printed[0]).toBe(
    'adyen (live) · takes no payments: the webhook has no secret yet',
  )
})
