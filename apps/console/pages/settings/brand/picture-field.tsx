import { useId, useRef, useState } from 'react'
import { saveWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { imageMostBytes, imageTypes } from '../../../../../domains/accounts/brand/rules.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { base64Of } from '../../../parts/files/base64.ts'
import type { Kit } from './brand-fields.ts'
import { usePictureUrl } from './use-picture-url.ts'

/** A picture of the brand: it is saved in the draft when it is chosen. */
export const PictureField = ({ kit, field }: { readonly kit: Kit; readonly field: 'logo' | 'icon' }) => {
  const words = useSettingsWords().brand
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isTooBig, setTooBig] = useState(false)
  const picture = kit.draft[field]
  const url = usePictureUrl(picture)
  const save = useOperation(saveWorkspaceBrandKit, { readsAfterRefusal: true })
  const set = (value: { readonly contentBase64: string } | null) =>
    save.mutate({ body: { draft: { ...kit.draft, [field]: value } } })
  const choose = async (file: File | undefined) => {
    if (!file) return
    setTooBig(file.size > imageMostBytes)
    if (file.size <= imageMostBytes) set({ contentBase64: await base64Of(file) })
  }
  return (
    <div className="field">
      <span className="label">{words.pictures[field]}</span>
      <div className="line wrap">
        {url === undefined ? null : <img className="plate brand-picture" src={url} alt={words.pictures[field]} />}
        <Button
          id={id}
          size="small"
          isPending={save.isPending}
          aria-describedby={`${id}-hint`}
          onClick={() => file.current?.click()}
        >
          {words.choosePicture[field]}
        </Button>
        <ChooseFile
          ref={file}
          label={words.pictures[field]}
          accept={imageTypes.join()}
          onFile={(chosen) => void choose(chosen)}
        />
        {picture ? (
          <Button size="small" isPending={save.isPending} onClick={() => set(null)}>
            {words.removePicture[field]}
          </Button>
        ) : null}
      </div>
      <span className="hint" id={`${id}-hint`}>
        {words.pictureHints[field]}
      </span>
      {isTooBig ? (
        <span className="why" role="alert">
          {words.tooBig}
        </span>
      ) : null}
      <Refusal error={save.error} />
    </div>
  )
}
