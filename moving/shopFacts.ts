import { percentDecoded } from '../contract/text/characters.ts'
import type { MovedRecord } from '../contract/kinds/movedRecords.ts'
import { readSerialized } from './phpSerialized.ts'

/** A word that an export files something under, in one of its taxonomies. */
export interface Term {
  domain: string
  slug: string
  name: string
}

/** What is stored beside a post, by its name: some have several values. */
export type Meta = ReadonlyMap<string, readonly string[]>

/** What WooCommerce knows of a product beside its text. The variations of one are models of it, if they have numbers of their own. */
export function shopFacts(
  meta: Meta,
  terms: readonly Term[],
  variations: readonly Meta[],
): Pick<MovedRecord, 'model' | 'price' | 'specs' | 'notes'> {
  const valuesOf = (name: string, all: readonly Meta[] = [meta]): string[] => [
    ...new Set(all.flatMap((each) => each.get(name) ?? []).filter((value) => value !== '')),
  ]
  const prices = valuesOf('_price').sort((one, other) => Number(one) - Number(other))
  const [attributes = ''] = valuesOf('_product_attributes')
  const [sold] = valuesOf('_product_url')
  const specs = specsOf(attributes, terms)
  const notes = [
    ...(specs === undefined ? ['产品属性没有读成'] : []),
    ...(variations.length > 0 ? [`有${variations.length}种规格，各自的价格和图片没有带过来`] : []),
    ...(sold === undefined ? [] : [`原来在${sold}购买`]),
  ]
  return {
    model: valuesOf('_sku', [meta, ...variations]).join('\n'),
    price: [...new Set([...prices.slice(0, 1), ...prices.slice(-1)])].join('至'),
    specs: specs ?? [],
    notes,
  }
}

/** Those of a taxonomy have their values among the terms of the product, the others in themselves. */
function specsOf(serialized: string, terms: readonly Term[]): MovedRecord['specs'] | undefined {
  const attributes = serialized === '' ? new Map() : readSerialized(serialized)
  if (!(attributes instanceof Map)) return undefined
  return [...attributes.values()].flatMap((attribute) => {
    const attributeText = (name: string): string => (attribute instanceof Map ? String(attribute.get(name) ?? '') : '')
    const name = attributeText('name')
    const isTaxonomy = attributeText('is_taxonomy') === '1'
    const values = isTaxonomy
      ? terms.filter(({ domain }) => domain === name).map((term) => term.name)
      : attributeText('value').split('|')
    const value = values.map((value) => value.trim()).join('、')
    const term = isTaxonomy ? percentDecoded(name.replace(/^pa_/, '')) : name
    return term === '' || value === '' ? [] : [{ term, value }]
  })
}
