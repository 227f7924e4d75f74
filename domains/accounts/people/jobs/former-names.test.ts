import { expect, test } from 'vitest'
import {
  accountScene,
  freshEmail,
  mailTo,
  newAccount,
  signedInAccount,
  tokenIn,
} from '../../../../testing/people/account.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { columnsWith, mailsWith } from '../../../../testing/texts/full-text.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { verifyAuditChain } from '../../../record/audit/contract.ts'
import { inviteMember } from '../../workspaces/contract/members.ts'
import { erasePerson, exportPerson } from '../contract/own-data.ts'
import { changeEmail, updateMyName, verifyEmail } from '../contract/sign-in.ts'
import { erasePeople } from './erase-people.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const finish = () => erasePeople(server.parts, new AbortController().signal)
const name = 'Wilhelmina Fernsby'

/** A person with a former name who has another name and address by now; a workspace knows both. */
const renamed = async () => {
  const { browser, userId, email } = await signedInAccount(server)
  await asOwner(server, 'update users set name = $2 where id = $1', [userId, name])
  const at = await accountScene(server, userId)
  const elsewhere = await scene(server)
  expect((await elsewhere.owner.call(inviteMember, { body: { email } })).status).toBe(201)
  await writeAudit(server, at, { details: { name, userId } }, { details: { text: `Ask ${email} first.` } })
  expect((await browser.call(updateMyName, { body: { name: 'Mina' } })).status).toBe(200)
  const newEmail = freshEmail()
  expect((await browser.call(changeEmail, { body: { newEmail } })).status).toBe(200)
  const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
  expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
  return { browser, userId, email, newEmail, at, elsewhere }
}

test('an erasure finds the name and the address that a person had before', async () => {
  const { browser, email, newEmail, at, elsewhere } = await renamed()
  const own = await browser.call(exportPerson)
  expect(own.body.formerNames).toMatchObject([
    { name, email },
    { name: 'Mina', email },
  ])
  const named = [name, email, newEmail]
  expect(await columnsWith(server, named)).toEqual(
    expect.arrayContaining(['audit_row.details', 'former_name.email', 'former_name.name', 'member_invitation.email']),
  )
  expect((await browser.call(erasePerson)).status).toBe(202)
  await finish()
  expect(await columnsWith(server, named)).toEqual([])
  expect(await mailsWith(server, named)).toEqual([])
  for (const { owner } of [at, elsewhere])
    expect((await owner.call(verifyAuditChain)).body).toMatchObject({ ok: true, broken: null })
})

test('an erasure leaves rows with a former address that belongs to another person by now', async () => {
  const { browser, email } = await renamed()
  await newAccount(server, { email: `next-${email}` })
  await asOwner(server, 'update users set email = $2, email_normal = $2 where email = $1', [`next-${email}`, email])
  const elsewhere = await scene(server)
  expect((await elsewhere.owner.call(inviteMember, { body: { email } })).status).toBe(201)
  expect((await browser.call(erasePerson)).status).toBe(202)
  await finish()
  expect(await elsewhere.rows('member_invitation')).toMatchObject([{ email }])
  expect(await columnsWith(server, [name])).toEqual([])
})
