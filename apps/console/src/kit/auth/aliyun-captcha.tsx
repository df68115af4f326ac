import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../lib/failure.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import styles from './slider-track.module.css';

interface Offer {
  sceneId: string;
  prefix: string;
  region: 'cn' | 'sgp';
}

interface AliyunWindow {
  AliyunCaptchaConfig?: { region: string; prefix: string };
  initAliyunCaptcha?: (options: {
    SceneId: string;
    mode: 'embed';
    element: string;
    button: string;
    success(captchaVerifyParam: string): void;
    fail(error: unknown): void;
    slideStyle: { width: number; height: number };
    language: string;
  }) => void;
}

const scriptUrl = 'https://o.alicdn.com/captcha-frontend/aliyunCaptcha/AliyunCaptcha.js';

/** Alibaba Cloud captcha 2.0 in the place of the own slider. */
export function AliyunCaptcha({
  offer,
  onParam,
}: {
  offer: Offer;
  onParam(captchaVerifyParam: string): void;
}) {
  const { t } = useTranslation();
  const id = useId().replace(/[^a-z0-9]/gi, '');
  const handOver = useEffectEvent(onParam);

  useEffect(() => {
    let left = false;
    const page = window as AliyunWindow;
    page.AliyunCaptchaConfig = { region: offer.region, prefix: offer.prefix };
    loadScript()
      .then(() => {
        if (left) return;
        page.initAliyunCaptcha?.({
          SceneId: offer.sceneId,
          mode: 'embed',
          element: `#captcha-${id}`,
          button: `#captcha-button-${id}`,
          success: (captchaVerifyParam) => handOver(captchaVerifyParam),
          fail: () => undefined,
          slideStyle: { width: 360, height: 40 },
          language: currentLanguage() === 'zh' ? 'cn' : 'en',
        });
      })
      .catch(reportFailure);
    return () => {
      left = true;
    };
  }, [offer, id]);

  return (
    <div className={styles.aliyun}>
      <div id={`captcha-${id}`} />
      <button type="button" id={`captcha-button-${id}`} className="visually-hidden">
        {t('captcha.aliyun')}
      </button>
    </div>
  );
}

let loading: Promise<void> | null = null;

function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = null;
      reject(new Error('The captcha script could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}
