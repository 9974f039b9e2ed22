import type { Offer } from '../../../contract/kinds/kinds.ts'
import { Measured } from './Measured.tsx'

/** What decides whether a card is opened, where staff have written it. */
export const OfferLine = ({ offer: { model, modelCount, price } }: { offer: Offer }) =>
  (model || price) && (
    <div className="offer stack small muted" dir="auto">
      {model && (
        <span>
          {model}
          {modelCount && <span className="nowrap">{`等${modelCount}个型号`}</span>}
        </span>
      )}
      {price && (
        <b>
          <Measured text={price} />
        </b>
      )}
    </div>
  )
