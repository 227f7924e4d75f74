import { useRef, useState } from 'react'
import { deleteProjectSecretEntry } from '../../../../../domains/code/secrets/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import { ReplaceSecret } from './replace-secret.tsx'
import type { SecretEntry } from './secret-entry.ts'

interface SecretRowProps {
  readonly projectId: string
  readonly entry: SecretEntry
}

/** A secret with its masked value, which is replaced in its place. */
export const SecretRow = ({ projectId, entry }: SecretRowProps) => {
  const words = useProjectWords().secrets
  const [open, setOpen] = useState<'replace' | 'remove'>()
  const replaceButton = useRef<HTMLButtonElement>(null)
  const { key, source } = entry
  const close = () => {
    setOpen(undefined)
    // The button is drawn again with the row.
    requestAnimationFrame(() => replaceButton.current?.focus())
  }
  if (open === 'replace') return <ReplaceSecret projectId={projectId} entry={entry} onDone={close} />
  return (
    <div className="row rows-cheap">
      <span className="t mono cut grow" title={key}>
        {key}
      </span>
      <span className="m path mono hide-s" title={source}>
        <bdi>{source}</bdi>
      </span>
      <LastChange at={entry.updatedAt} />
      <span className="m mono">{entry.value}</span>
      <Button
        ref={replaceButton}
        variant="plain"
        size="small"
        aria-label={words.replaceOf(key)}
        onClick={() => setOpen('replace')}
      >
        {words.replace}
      </Button>
      <Button variant="plain" size="small" aria-label={words.removeOf(key)} onClick={() => setOpen('remove')}>
        {words.remove}
      </Button>
      {open === 'remove' ? (
        <RemoveSecret projectId={projectId} entry={entry} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  )
}

const LastChange = ({ at }: { readonly at: string }) => {
  const words = useProjectWords().secrets
  const { agoInWords } = useAges()
  const { whole } = useFormat()
  return (
    <time className="m hide-s" dateTime={at} title={words.changedAt(whole(at))}>
      {agoInWords(at)}
    </time>
  )
}

const RemoveSecret = ({ projectId, entry, onClose }: SecretRowProps & { readonly onClose: () => void }) => {
  const words = useProjectWords().secrets
  const remove = useOperation(deleteProjectSecretEntry)
  const { key, source } = entry
  return (
    <Confirm
      title={words.removeAsk(key)}
      verb={words.remove}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { projectId, key }, query: { source } })}
      onClose={onClose}
    >
      {words.removeText(source)}
    </Confirm>
  )
}
