import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Avatar, Button, Flex, Modal, Progress, Slider } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { upload } from '../../lib/upload.ts';
import { endpointUrl } from '../../lib/wire.ts';
import styles from './avatar-editor.module.css';
import { cropImage } from './crop-image.ts';

const accepted = ['image/png', 'image/jpeg', 'image/webp'];
/** What may be picked; what is sent was cut and scaled and is far smaller. */
const maxBytes = 10 * 1024 * 1024;

/** The user's picture with a button that picks, cuts and uploads another. */
export function AvatarEditor({ name, avatarUrl }: { name: string; avatarUrl: string | null }) {
  const { t } = useTranslation('account');
  const [picked, setPicked] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function pick(file: File | undefined): void {
    if (input.current) input.current.value = '';
    if (!file) return;
    const problem = problemWith(file);
    if (problem) notify('info', t(problem));
    else setPicked(file);
  }

  return (
    <Flex vertical align="center" gap={16}>
      <Avatar
        size={96}
        className={styles.avatar ?? ''}
        src={avatarUrl ?? undefined}
        alt={t('avatar.alt', { name })}
      >
        {name.slice(0, 1)}
      </Avatar>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="avatar-file"
        accept={accepted.join()}
        onChange={(event) => pick(event.target.files?.[0])}
      />
      <Flex vertical align="center" gap={4}>
        <Button onClick={() => input.current?.click()}>{t('avatar.change')}</Button>
        <span className={styles.limits}>{t('avatar.limits')}</span>
      </Flex>
      {picked && <CropDialog file={picked} onClose={() => setPicked(null)} />}
    </Flex>
  );
}

function problemWith({ type, size }: File): 'avatar.wrongType' | 'avatar.tooLarge' | null {
  if (!accepted.includes(type)) return 'avatar.wrongType';
  return size > maxBytes ? 'avatar.tooLarge' : null;
}

function CropDialog({ file, onClose }: { file: File; onClose(): void }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const zoomId = useId();
  const url = useObjectUrl(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [share, setShare] = useState(0);
  const save = useMutation({
    mutationFn: async (chosen: Area) =>
      upload(endpointUrl('userAccount', 'uploadAvatarImage'), await cropImage(file, chosen), {
        onProgress: setShare,
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(api.userAccount.getUser.pathFilter());
      notify('success', t('avatar.saved'));
      onClose();
    },
  });

  return (
    <Modal
      open
      width={440}
      title={t('avatar.crop')}
      okText={t('avatar.save')}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !area }}
      mask={{ closable: !save.isPending }}
      onOk={() => area && save.mutate(area)}
      onCancel={onClose}
    >
      <div className={styles.stage}>
        {url && (
          <Cropper
            image={url}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            crop={crop}
            zoom={zoom}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => notify('info', t('avatar.unreadable')) }}
          />
        )}
      </div>
      <Flex align="center" gap={16} className={styles.zoom}>
        <span id={zoomId}>{t('avatar.zoom')}</span>
        <Slider
          className={styles.slider}
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={setZoom}
          tooltip={{ open: false }}
          ariaLabelledByForHandle={zoomId}
        />
      </Flex>
      {save.isPending && <Progress percent={Math.round(share * 100)} aria-label={t('avatar.progress')} />}
    </Modal>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
