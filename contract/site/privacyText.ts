/** Phrases of the privacy notice as it was shipped once, and what follows the settings in their place. */
const following: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/(?:保存|保留)[到至][^，。；<]*处理完毕[^，。；<]*/, '{保存期限}'],
  [/咨询([或和]加盟申请)/, '咨询{加盟：$1}'],
  [/([^：])、商谈代理加盟事宜/, '$1{加盟：、商谈代理加盟事宜}'],
]

/** The notice without what contradicts the settings, as far as its phrases are known. */
export const mendedPrivacy = (body: string): string =>
  following.reduce((text, [phrase, instead]) => text.replace(phrase, instead), body)
