import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getMyPreferences, updateMyPreferences } from '../../../domains/accounts/people/contract/preferences.ts'
import type { Input } from '../../../platform/client/index.ts'
import { chooseDensity, chooseSingleKeys } from '../preferences.ts'
import { chooseTheme } from '../theme.ts'
import { enterLanguage } from '../words/late-german.ts'
import { call } from './client.ts'
import { query, useLateReply } from './use-operation.ts'

type PreferenceChange = NonNullable<Input<typeof updateMyPreferences>['body']>

const apply = ({ theme, density, language, singleKeys }: PreferenceChange) => {
  if (theme !== undefined) chooseTheme(theme)
  if (density !== undefined) chooseDensity(density)
  if (language !== undefined) void enterLanguage(language)
  if (singleKeys !== undefined) chooseSingleKeys(singleKeys)
}

/** Looks and behaves as set in the account; this browser remembers it for the next first paint. */
export const usePreferences = (): void => {
  const { data } = useLateReply(getMyPreferences)
  useEffect(() => {
    if (data) apply(data)
  }, [data])
}

/** Sets preferences: at once here, and with the account for every other device. */
export const useChangePreferences = () => {
  const client = useQueryClient()
  const { queryKey } = query(getMyPreferences)
  const { mutate, error } = useMutation({
    mutationKey: [updateMyPreferences.id],
    mutationFn: (body: PreferenceChange) => call(updateMyPreferences, { body }),
    // The last answer to several choices in a row counts.
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: [updateMyPreferences.id] }) === 1) client.setQueryData(queryKey, saved)
    },
    // A preference that the account did not take goes back to the stored one.
    onError: () => {
      const had = client.getQueryData(queryKey)
      if (had) apply(had)
    },
  })
  const choose = (change: PreferenceChange) => {
    apply(change)
    void client.cancelQueries({ queryKey })
    mutate(change)
  }
  return { choose, error }
}
