import { oldChromium } from '../../engines/chromiumEngine.ts'
import { testDrawing } from '../../engines/drawn.ts'

testDrawing([oldChromium(88), oldChromium(106)])
