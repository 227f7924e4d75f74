import { handle } from '../../../../platform/handler/index.ts'
import { getSession } from '../contract/sign-in.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'

export default (parts: SignInParts) =>
  handle(getSession, async (context) => {
    const answer = (await callLibrary(parts, getSession, context)) as Current | null
    if (!answer) return context.ok({ session: null, user: null })
    const { id, userId, expiresAt, createdAt, updatedAt } = answer.session
    return context.ok({ session: { id, userId, expiresAt, createdAt, updatedAt }, user: answer.user })
  })

interface Current {
  readonly session: Session & { readonly token: string }
  readonly user: User
}

type Reply = Parameters<Parameters<Parameters<typeof handle<typeof getSession>>[1]>[0]['ok']>[0]
type Session = NonNullable<Reply['session']>
type User = NonNullable<Reply['user']>
