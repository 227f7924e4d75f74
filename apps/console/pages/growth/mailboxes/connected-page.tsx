import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { finishGrowthMailboxConnect } from '../../../../../domains/growth/mailboxes/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'

/** The page to which a provider sends a person back: finishes the connection. */
export default function ConnectedPage() {
  const words = useMailboxWords()
  const [query] = useSearchParams()
  const finish = useOperation(finishGrowthMailboxConnect)
  const state = query.get('state')
  const code = query.get('code')
  const isSent = useRef(false)
  const { mutate } = finish
  const isFailed = code === null || finish.error !== null
  const title = isFailed ? words.notConnected : words.title
  useTitle(title)
  useEffect(() => {
    // A code is used once.
    if (isSent.current || state === null || code === null) return
    isSent.current = true
    mutate({ body: { state, code } })
  }, [state, code, mutate])
  return (
    <GrowthFrame at={paths.growthMailboxes}>
      <Head title={title} text={code === null ? words.cancelled : undefined} />
      <Refusal error={finish.error} codes={words.codes} />
      <p role="status">
        {finish.isPending ? words.finishing : null}
        {finish.data ? words.finished(finish.data.address) : null}
      </p>
      <div className="below">
        <LinkButton variant="primary" to={paths.growthMailboxes}>
          {words.back}
        </LinkButton>
      </div>
    </GrowthFrame>
  )
}
