//! The lights of KHR_lights_punctual, checked: lamps (point and spot lights) and the sun (the first
//! directional light).

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DAffine3, DVec3, Vec3};
use gltf::json::{
    Node, Root, extensions::scene::khr_lights_punctual::Type as LightType, validation::Checked,
};

use crate::{Code, Cone, Finding, Scale, Sun, build::DraftLight};

/// The lamp at `node`, if it has a point or spot light that shines.
pub(super) fn light_of(
    root: &Root,
    node: &Node,
    name: &str,
    transform: &DAffine3,
    scale: Scale,
    findings: &mut Vec<Finding>,
) -> Option<DraftLight> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let mut report =
        |code, problem: &str| findings.push(Finding::about("light", name, code, problem));
    let Some(light) = root.get(named.light) else {
        report(
            Code::LeftOut,
            "the file has no light of that number, it stays dark",
        );
        return None;
    };
    let is_spot = match light.type_ {
        Checked::Valid(LightType::Point) => false,
        Checked::Valid(LightType::Spot) => true,
        Checked::Valid(LightType::Directional) => return None,
        Checked::Invalid => {
            report(Code::LeftOut, "its type is unknown, it stays dark");
            return None;
        }
    };
    let mut warn = |problem: &str| report(Code::BadValue, problem);
    if !light.intensity.is_finite() || light.intensity < 0.0 {
        warn("its intensity is negative or not a number, it stays dark");
        return None;
    }
    let given = Vec3::from(light.color);
    if !given.is_finite() || given.min_element() < 0.0 {
        warn("its color is negative or not a number, it stays dark");
        return None;
    }
    let brightest = given.max_element();
    let intensity = light.intensity * brightest;
    if intensity <= 0.0 {
        report(
            Code::DarkLamp,
            "its intensity or its color is zero, it shines nowhere",
        );
        return None;
    }
    let mut warn = |problem: &str| report(Code::BadValue, problem);
    let range = light.range.filter(|range| {
        let usable = range.is_finite() && *range > 0.0;
        if !usable {
            warn("its range is no distance above zero and is left out");
        }
        usable
    });
    let cone = is_spot.then(|| {
        let spot = light.spot.as_ref();
        let angles = spot.map_or([0.0, FRAC_PI_4], |spot| {
            [spot.inner_cone_angle, spot.outer_cone_angle]
        });
        let direction = transform.transform_vector3(DVec3::NEG_Z).as_vec3();
        cone(direction, angles, &mut warn)
    });
    Some(DraftLight {
        name: name.to_string(),
        position: transform.translation,
        color: given / brightest,
        intensity,
        // A node's transform does not affect the range; a file's unit does.
        range: range.map(|range| (range * scale.factor() as f32).max(f32::MIN_POSITIVE)),
        cone,
    })
}

fn cone(direction: Vec3, [inner, outer]: [f32; 2], warn: &mut impl FnMut(&str)) -> Cone {
    let mut cone = Cone {
        direction: direction.normalize_or(Vec3::NEG_Y),
        inner,
        outer,
    };
    if !(outer > 0.0 && outer <= FRAC_PI_2 + 1e-4) {
        warn("its outer cone angle is not between 0 and 90°, 45° is taken");
        cone.outer = FRAC_PI_4;
    }
    if !(inner >= 0.0 && inner < cone.outer) {
        warn("its inner cone angle is not between 0 and the outer one, it fades from the axis on");
        cone.inner = 0.0;
    }
    cone
}

/// The sun at `node`, if it has a directional light with a valid direction.
pub(super) fn sun_of(document: &Root, node: &Node, transform: &DAffine3) -> Option<Sun> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let light = document.get(named.light)?;
    if light.type_ != Checked::Valid(LightType::Directional) {
        return None;
    }
    let direction = transform.transform_vector3(DVec3::NEG_Z).as_vec3();
    let color = Vec3::from(light.color).max(Vec3::ZERO);
    let brightest = color.max_element();
    Some(Sun {
        direction: direction.try_normalize()?,
        color: if brightest > 0.0 && color.is_finite() {
            color / brightest
        } else {
            Vec3::ONE
        },
    })
}
