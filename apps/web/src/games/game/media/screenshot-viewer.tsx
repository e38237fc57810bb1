// Full-window screenshots. Previous and Next wrap around, by button, key (arrows, Home, End) or swipe. Zoom works by
// button, wheel or pinch.
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Lightbox } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import styles from './screenshot-viewer.module.css';

export interface ScreenshotViewerProps {
  title: string;
  urls: string[];
  /** Index of the first screenshot to show. */
  start: number;
  onClose(): void;
}

/** Removes the library's dialog role, because the viewer is inside our own dialog. */
const plainContainer = { role: undefined, 'aria-modal': undefined, 'aria-label': undefined };

export function ScreenshotViewer({ title, urls, start, onClose }: ScreenshotViewerProps) {
  const { t } = useTranslation('game');
  const [index, setIndex] = useState(start);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const label = t('viewer.label', { title });
  const labels = { ...useLabels(), 'Photo gallery': label };
  const slides = urls.map((src, at) => ({ src, alt: t('screenshot', { number: at + 1, title }) }));
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Home') setIndex(0);
    if (key === 'End') setIndex(urls.length - 1);
  };
  return (
    <ModalDialog isOpen label={label} className={styles.dialog} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble up from the buttons inside */}
      <div ref={setStage} className={styles.stage} onKeyDown={handleKeyDown}>
        {stage && (
          <Lightbox
            open
            close={onClose}
            index={index}
            on={{ view: (view) => setIndex(view.index) }}
            slides={slides}
            plugins={[Counter, Zoom]}
            labels={labels}
            portal={{ root: stage, container: plainContainer }}
            noScroll={{ disabled: true }}
            carousel={{ finite: urls.length < 2, padding: 0, preload: 1 }}
            controller={{ closeOnEscape: false, closeOnPullDown: true }}
            animation={{ fade: 0, swipe: 180, navigation: 180 }}
            zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
            className={styles.lightbox}
          />
        )}
      </div>
    </ModalDialog>
  );
}

function useLabels() {
  const { t } = useTranslation('game');
  return {
    Previous: t('viewer.previous'),
    Next: t('viewer.next'),
    Close: t('viewer.close'),
    Slide: t('viewer.slide'),
    Carousel: t('viewer.slides'),
    '{index} of {total}': t('viewer.position'),
    'Zoom in': t('viewer.zoomIn'),
    'Zoom out': t('viewer.zoomOut'),
  };
}
