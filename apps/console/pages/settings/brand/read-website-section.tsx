import { extractWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import type { Kit } from './brand-fields.ts'

/** Reads the brand from a page of the agency into the draft. */
export const ReadSection = ({ kit, isChanged }: { readonly kit: Kit; readonly isChanged: boolean }) => {
  const words = useSettingsWords().brand
  const { day } = useFormat()
  const { workspace } = useRole()
  const typed = useDraft(`brand-url.${workspace.id}`, { url: '' })
  const { url } = typed.fields
  const read = useOperation(extractWorkspaceBrandKit, { then: () => typed.clear() })
  const submit = () => {
    const typed = url.trim()
    if (typed) read.mutate({ body: { url: /^https?:\/\//i.test(typed) ? typed : `https://${typed}` } })
  }
  return (
    <Section title={words.read} text={words.readText}>
      <Form className="panel pad stack" error={read.error} onSubmit={submit}>
        <TextField
          name="url"
          label={words.page}
          type="url"
          value={url}
          maxLength={2_048}
          placeholder="https://example.com"
          {...(kit.extraction && { hint: words.lastRead(kit.extraction.url, day(kit.extraction.extractedAt)) })}
          onChange={(event) => typed.set('url', event.target.value)}
        />
        <FormFoot
          of={read}
          verb={words.readAct}
          pendingText={words.reading}
          variant="outline"
          isDisabled={isChanged || !url.trim()}
        >
          {isChanged ? <span className="quiet">{words.saveFirst}</span> : null}
        </FormFoot>
      </Form>
    </Section>
  )
}
