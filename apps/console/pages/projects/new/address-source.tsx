import { useMutation } from '@tanstack/react-query'
import { scanGitAddress } from '../../../../../domains/code/imports/contract.ts'
import type { ClientError } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useRole } from '../../../api/use-role.ts'
import { Button } from '../../../parts/button.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { SourceRow } from './source-row.tsx'

const nameOf = (url: string) =>
  url
    .split('/')
    .findLast((part) => part !== '')
    ?.replace(/\.git$/, '') ?? ''

/** A public repository, fetched by the server from its address. */
export const AddressSource = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const { address: words, codes } = useImportWords()
  const { workspace } = useRole()
  const { fields, set, clear } = useDraft(`import-address.${workspace.id}`, { url: '' })
  const scanning = useMutation<Scanned, ClientError, string>({
    mutationFn: async (url) => ({ name: nameOf(url), scan: await call(scanGitAddress, { body: { url } }) }),
    onSuccess: (scanned) => {
      clear()
      onScanned(scanned)
    },
  })
  const submit = () => {
    if (fields.url.trim() !== '') scanning.mutate(fields.url.trim())
  }
  return (
    <SourceRow
      title={words.title}
      text={
        <>
          {words.text}
          {scanning.isPending ? <p role="status">{words.busy}</p> : null}
          <Refusal error={scanning.error} codes={codes} />
        </>
      }
    >
      <Form className="address-source" error={scanning.error} onSubmit={submit}>
        <input
          className="input"
          aria-label={words.label}
          name="url"
          inputMode="url"
          placeholder={words.placeholder}
          value={fields.url}
          maxLength={2_048}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          onChange={({ target }) => set('url', target.value)}
        />
        <Button type="submit" isPending={scanning.isPending}>
          {words.button}
        </Button>
      </Form>
    </SourceRow>
  )
}
