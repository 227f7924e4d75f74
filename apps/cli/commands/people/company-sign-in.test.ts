import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { companyWorld } from '../../../../testing/people/company.ts'

const { server, idp, company, zone } = await companyWorld()

test('the provider is shown and changed, and a domain is added, proved and removed, as an administrator', async () => {
  const { at, domain } = await company()
  const run = (...words: string[]) => runCommand(server, at.owner, ['company-sign-in', ...words])
  expect((await run()).printed).toEqual([
    `Okta  ${idp.issuer}`,
    'not required',
    `comes back to  ${server.baseUrl}/console/company/${at.workspace}`,
    expect.stringMatching(new RegExp(`^${domain}  proved \\d{4}-`)),
  ])
  expect((await run('set', '--name', 'Entra', '--default-role', 'none', '--trust-addresses')).documents).toMatchObject([
    {
      provider: { name: 'Entra', defaultRole: null, trustsAddresses: true, roles: [{ value: 'leads', role: 'admin' }] },
    },
  ])
  const added = await run('add-domain', `more.${domain}`)
  const [record] = added.documents as { recordName: string; recordText: string }[]
  expect(added.printed).toEqual([
    `more.${domain}  not proved`,
    `  put into DNS: ${record!.recordName} TXT "${record!.recordText}"`,
  ])
  expect((await run('verify-domain', `more.${domain}`)).failure).toMatchObject({ code: 'domain_not_proved' })
  zone[record!.recordName] = { txt: [record!.recordText] }
  expect((await run('verify-domain', `more.${domain}`)).printed[0]).toMatch(/ {2}proved /)
  expect((await run('remove-domain', `more.${domain}`)).printed).toEqual([`Removed more.${domain}.`])
  expect((await run('remove-domain', 'unknown.example')).failure).toMatchObject({ code: 'domain_not_found' })
  expect((await runCommand(server, at.member, ['company-sign-in'])).failure).toBeDefined()
})

test('a first provider needs its name, issuer and client', async () => {
  const { at } = await company()
  const other = await runCommand(server, at.owner, ['company-sign-in', 'set', '--issuer', 'http://127.0.0.1:1'])
  expect(other.failure).toMatchObject({ code: 'identity_provider_unusable' })
})
