import { handle } from '../../../../platform/handler/index.ts'
import { signInWithPasskey } from '../contract/sign-in.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { notePasskey } from '../sign-in/store-sign-ups.ts'

export default (parts: SignInParts) =>
  handle(signInWithPasskey, async (context) => {
    const { id } = context.body.response
    const alongside = async (tx: Parameters<typeof notePasskey>[0], userId: string, sessionId: string) => {
      if (typeof id === 'string') await notePasskey(tx, sessionId, userId, id)
    }
    return context.ok((await callLibrary(parts, signInWithPasskey, context, { alongside })) as never)
  })
