/** The target of a Makefile or a justfile to which each line belongs; undefined for lines outside of targets. */
export const targetOfLines = (text: string): readonly (string | undefined)[] => {
  let current: string | undefined
  return text.split('\n').map((line) => {
    const target = /^([\w.-]+)[ \t]*:(?!=)/.exec(line)?.[1]
    if (target !== undefined) current = target
    else if (!/^[\t ]/.test(line) && line.trim() !== '') current = undefined
    return current
  })
}
