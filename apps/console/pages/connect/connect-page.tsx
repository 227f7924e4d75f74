import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { previewProgramConnection } from '../../../../domains/accounts/programs/contract.ts'
import { RefusedError } from '../../../../platform/client/index.ts'
import { call, whoAmI } from '../../api/client.ts'
import { Button } from '../../parts/forms/button.tsx'
import { paths } from '../../paths.ts'
import { AloneNotice } from '../../shell/alone-notice.tsx'
import { requireSignIn } from '../../shell/require-sign-in.ts'
import { useConnectWords, type ConnectWords } from '../../words/connect/index.ts'
import { ConnectForm } from './connect-form.tsx'

interface RefusedRequest {
  readonly reason: keyof ConnectWords['reasons']
  readonly redirectTo: string | null
}

const read = async (request: string) => {
  const me = await whoAmI()
  try {
    return { me, request, program: await call(previewProgramConnection, { body: { request } }), refused: null }
  } catch (error) {
    const isRefused = error instanceof RefusedError && error.answered.code === 'program_refused'
    // Without a query there is no request at all.
    if (!isRefused && request !== '') throw error
    return {
      me,
      request,
      program: null,
      refused: isRefused ? (error.answered as unknown as RefusedRequest) : noRequest,
    }
  }
}
const noRequest: RefusedRequest = { reason: 'parameter', redirectTo: null }

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireSignIn({ request, signIn: paths.signIn }, () => read(new URL(request.url).search.slice(1)))

/** Where a program sends its person to be connected by OAuth. */
export default function ConnectPage() {
  const { me, request, program, refused } = useLoaderData<Awaited<ReturnType<typeof read>>>()
  const [isDeclined, setDeclined] = useState(false)
  const [isConnected, setConnected] = useState(false)
  const words = useConnectWords()
  if (isConnected) return <AloneNotice role="status" title={words.connected} text={words.connectedText} />
  if (isDeclined) return <AloneNotice role="status" title={words.declined} text={words.declinedText} />
  if (!program) return <RefusedNotice refused={refused} onTold={() => setDeclined(true)} />
  const decline = () => {
    setDeclined(true)
    location.assign(program.declineTo)
  }
  return (
    <ConnectForm
      me={me}
      request={request}
      program={program}
      onDecline={decline}
      onConnected={(redirectTo) => {
        setConnected(true)
        location.assign(redirectTo)
      }}
    />
  )
}

interface RefusedNoticeProps {
  readonly refused: RefusedRequest
  readonly onTold: () => void
}

/** Shows the reason; the person decides whether the program is notified, so that no page leads on automatically. */
const RefusedNotice = ({ refused: { reason, redirectTo }, onTold }: RefusedNoticeProps) => {
  const words = useConnectWords()
  return (
    <AloneNotice role="alert" title={words.refused} text={words.reasons[reason]}>
      {redirectTo === null ? null : (
        <Button
          onClick={() => {
            onTold()
            location.assign(redirectTo)
          }}
        >
          {words.back}
        </Button>
      )}
    </AloneNotice>
  )
}
