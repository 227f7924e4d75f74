import { useState } from 'react'
import {
  createPreviewShare,
  deletePreviewShare,
  listPreviewShares,
} from '../../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { ShownOnce } from '../../../parts/feedback/shown-once.tsx'
import { CutNote } from '../../../parts/list/show-more.tsx'
import { useDeploymentWords } from '../../../words/deployments/index.ts'

/** The links that open a deployment for people without an account, and a form for a new link. */
export const ShareLinks = ({ id }: { readonly id: string }) => {
  const words = useDeploymentWords().sharing
  const [url, setUrl] = useState<string>()
  const { data: shares = [], cutAt } = useLateRows(listPreviewShares, 1_000, { params: { id } })
  return (
    <div className="share-links stack-16">
      {url === undefined ? (
        <ShareForm id={id} onMade={setUrl} />
      ) : (
        <ShownOnce
          title={words.made}
          text={words.madeText}
          value={url}
          done={words.done}
          onDone={() => setUrl(undefined)}
        />
      )}
      {shares.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <ul className="rows">
          {shares.map((share) => (
            <ShareRow key={share.id} id={id} share={share} />
          ))}
        </ul>
      )}
      <CutNote cutAt={cutAt} />
    </div>
  )
}

const ShareForm = ({ id, onMade }: { readonly id: string; readonly onMade: (url: string) => void }) => {
  const words = useDeploymentWords().sharing
  const form = useForm(createPreviewShare, {
    input: { params: { id } },
    saved: { note: '', days: '7' },
    body: ({ note, days }) => ({ days: Number(days), ...(note.trim() && { note: note.trim() }) }),
    then: ({ url }) => onMade(url),
  })
  return (
    <Form className="stack-16" error={form.error} onSubmit={form.submit}>
      <DraftField draft={form} field="note" label={words.note} />
      <DraftSelect
        draft={form}
        field="days"
        label={words.days}
        choices={[1, 7, 30, 90].map((days) => [String(days), words.daysOf(days)])}
      />
      <FormFoot of={form} verb={words.make} variant="outline" />
    </Form>
  )
}

const ShareRow = ({ id, share }: { readonly id: string; readonly share: Reply<typeof listPreviewShares>[number] }) => {
  const words = useDeploymentWords().sharing
  const { whole } = useFormat()
  const remove = useOperation(deletePreviewShare)
  const name = share.note ?? words.unnamed
  return (
    <li className="row wrap">
      <span className="grow what">
        <span className="t" dir="auto">
          {name}
        </span>
        <span className="m">{words.until(whole(share.expiresAt))}</span>
      </span>
      <Button
        size="small"
        aria-label={words.removeOf(name)}
        isPending={remove.isPending}
        onClick={() => remove.mutate({ params: { id, shareId: share.id } })}
      >
        {words.remove}
      </Button>
      <Refusal error={remove.error} />
    </li>
  )
}
